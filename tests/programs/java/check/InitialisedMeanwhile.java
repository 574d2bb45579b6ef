/** A class is initialised while the one above it is, which fails later: its own methods notice. */
public class InitialisedMeanwhile {
    static class Shape {
        static int made = Circle.number();

        static {
            made /= Circle.zero();
        }
    }

    static class Circle extends Shape {
        static int number() {
            return 1;
        }

        static int zero() {
            return 0;
        }

        static int count() {
            return made; // expect: refuted error
        }
    }

    public static void main(String[] args) {
        try {
            Shape.made = 5;
        } catch (ExceptionInInitializerError e) {
            assert e.getCause() instanceof ArithmeticException;
        }
        Circle.count();
    }
}
