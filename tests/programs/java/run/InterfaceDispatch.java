public class InterfaceDispatch {
    interface Greeter {
        String name();

        default String greet() {
            return prefix() + name();
        }

        private String prefix() {
            return "Hello, ";
        }

        static Greeter of(String name) {
            return () -> name;
        }
    }

    interface Polite extends Greeter {
        @Override
        default String greet() {
            return Greeter.super.greet() + ", how do you do?";
        }
    }

    interface Loud {
        default String greet() {
            return "HEY";
        }
    }

    static class Both implements Polite, Loud {
        @Override
        public String name() {
            return "Both";
        }

        @Override
        public String greet() {
            return Polite.super.greet() + " " + Loud.super.greet();
        }
    }

    static abstract class Skeleton implements Greeter {
        @Override
        public String greet() {
            return "[" + Greeter.super.greet() + "]";
        }
    }

    static class Filled extends Skeleton implements Greeter {
        @Override
        public String name() {
            return "Filled";
        }
    }

    public static void main(String[] args) {
        Greeter[] greeters = {Greeter.of("Lambda"), new Both(), new Filled(), (Polite) () -> "Polite"};
        for (Greeter greeter : greeters) {
            System.out.println(greeter.greet());
        }
        Loud loud = new Both();
        System.out.println(loud.greet());
        System.out.println(loud instanceof Greeter);
    }
}
