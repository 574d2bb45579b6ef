import java.util.List;

public class InstanceofPatterns {
    static String describe(Object o) {
        if (o instanceof Integer i && i > 10) {
            return "large " + (i + 1);
        } else if (o instanceof String s && !s.isEmpty()) {
            return "text of " + s.length();
        } else if (!(o instanceof Number n)) {
            return "no number: " + o;
        } else {
            return "number " + n.intValue();
        }
    }

    public static void main(String[] args) {
        Object[] objects = {5, 50, "", "abc", 2.9, null, 'c', List.of(1)};
        for (Object o : objects) {
            System.out.println(describe(o));
        }
        Object array = new Integer[] {1};
        System.out.println((array instanceof Object[]) + " " + (array instanceof Number[]) + " " + (array instanceof Integer[]));
        Object ints = new int[1];
        Object nested = new int[1][1];
        System.out.println((ints instanceof Object) + " " + (ints instanceof int[]) + " " + (nested instanceof Object[]) + " " + (nested instanceof Cloneable));
        System.out.println((null instanceof Object) + " " + (objects instanceof java.io.Serializable));
    }
}
