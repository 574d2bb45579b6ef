import java.util.Iterator;

public class InnerClasses {
    private int value = 1;

    class Inner {
        int value = 2;

        class Innermost {
            int value = 3;

            String show() {
                return value + " " + this.value + " " + Inner.this.value + " " + InnerClasses.this.value;
            }
        }
    }

    static class Nested {
        private static int instances;
        private final int id = ++instances;
    }

    Iterable<Integer> upTo(int limit) {
        return new Iterable<>() {
            @Override
            public Iterator<Integer> iterator() {
                return new Iterator<>() {
                    int next = value;

                    @Override
                    public boolean hasNext() {
                        return next <= limit;
                    }

                    @Override
                    public Integer next() {
                        return next++;
                    }
                };
            }
        };
    }

    static Runnable local(String prefix) {
        int length = prefix.length();
        class Printer implements Runnable {
            private final int times;

            Printer(int times) {
                this.times = times;
            }

            @Override
            public void run() {
                for (int i = 0; i < times; i++) {
                    System.out.print(prefix + length + " ");
                }
                System.out.println();
            }
        }
        return new Printer(2);
    }

    static abstract class Shape {
        final String name;

        Shape(String name) {
            this.name = name;
            System.out.println("making " + name + " " + area());
        }

        abstract double area();
    }

    public static void main(String[] args) {
        InnerClasses outer = new InnerClasses();
        Inner inner = outer.new Inner();
        outer.value = 10;
        System.out.println(inner.new Innermost().show());
        for (int i : outer.upTo(13)) {
            System.out.print(i + " ");
        }
        System.out.println();
        local("ab").run();
        double side = 2.5;
        Shape square = new Shape("square") {
            final double factor = Double.parseDouble("2");

            @Override
            double area() {
                return side * side * factor;
            }
        };
        System.out.println(square.name + " " + square.area());
        System.out.println(new Nested().id + new Nested().id);
        System.out.println(square.getClass().getName() + " [" + square.getClass().getSimpleName() + "] " + inner.getClass().getName());
    }
}
