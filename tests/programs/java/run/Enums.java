import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

public class Enums {
    enum Planet {
        MERCURY(1),
        VENUS(2) {
            @Override
            String describe() {
                return "hot " + super.describe();
            }
        },
        EARTH(3);

        private static int created;
        final int order;

        static {
            for (Planet planet : values()) {
                created += planet.order;
            }
        }

        Planet(int order) {
            this.order = order;
        }

        String describe() {
            return name().toLowerCase() + " is number " + order;
        }
    }

    enum Operation {
        PLUS("+") {
            int apply(int a, int b) {
                return a + b;
            }
        },
        TIMES("*") {
            int apply(int a, int b) {
                return a * b;
            }
        };

        final String sign;

        Operation(String sign) {
            this.sign = sign;
        }

        abstract int apply(int a, int b);

        @Override
        public String toString() {
            return sign;
        }
    }

    static String judge(Planet planet) {
        switch (planet) {
            case EARTH:
                return "home";
            case VENUS:
                return "neighbour";
            default:
                return "far";
        }
    }

    static int rank(Planet planet) {
        return switch (planet) {
            case MERCURY -> 10;
            case VENUS -> 20;
            case EARTH -> 30;
        };
    }

    public static void main(String[] args) {
        for (Planet planet : Planet.values()) {
            System.out.println(planet + " " + planet.ordinal() + " " + planet.describe() + " " + judge(planet) + " " + rank(planet));
        }
        System.out.println(Planet.created + " " + Planet.valueOf("EARTH").order + " " + Planet.EARTH.compareTo(Planet.MERCURY));
        System.out.println(Planet.VENUS.getClass() == Planet.class);
        System.out.println(Planet.VENUS.getDeclaringClass() == Planet.class);
        try {
            Planet.valueOf("PLUTO");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Planet.valueOf(null);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        for (Operation operation : Operation.values()) {
            System.out.println(operation + " " + operation.name() + " " + operation.apply(3, 4));
        }
        Map<Planet, Integer> masses = new EnumMap<>(Planet.class);
        masses.put(Planet.EARTH, 6);
        masses.put(Planet.MERCURY, 3);
        masses.merge(Planet.EARTH, 1, Integer::sum);
        System.out.println(masses + " " + masses.containsKey(Planet.VENUS) + " " + masses.size());
        Set<Planet> inner = EnumSet.of(Planet.VENUS, Planet.MERCURY);
        System.out.println(inner + " " + EnumSet.complementOf(EnumSet.copyOf(inner)) + " " + EnumSet.allOf(Planet.class).size() + EnumSet.noneOf(Planet.class));
        System.out.println(Arrays.toString(Operation.values()) + " " + EnumSet.range(Planet.MERCURY, Planet.VENUS).contains(Planet.EARTH));
    }
}
