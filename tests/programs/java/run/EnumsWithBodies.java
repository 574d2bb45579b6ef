import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

/** Enums whose constants are of classes of their own, and one that is only asked for by its class. */
public class EnumsWithBodies {
    enum Operator {
        PLUS {
            @Override
            int apply(int a, int b) {
                return a + b;
            }
        },
        MINUS {
            @Override
            int apply(int a, int b) {
                return a - b;
            }
        };

        abstract int apply(int a, int b);
    }

    enum Season {
        SUMMER,
        WINTER
    }

    public static void main(String[] args) {
        System.out.println(Operator.valueOf("MINUS").apply(7, 2));
        System.out.println(Operator.PLUS.getClass() == Operator.class);
        System.out.println(Operator.PLUS.getDeclaringClass() == Operator.class);
        Map<Operator, String> names = new EnumMap<>(Operator.class);
        names.put(Operator.MINUS, "-");
        names.put(Operator.PLUS, "+");
        System.out.println(names);
        System.out.println(EnumSet.allOf(Season.class));
        System.out.println(Season.class.getEnumConstants().length);
        try {
            Operator.valueOf("TIMES");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
