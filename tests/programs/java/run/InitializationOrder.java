public class InitializationOrder {
    static int say(String what) {
        System.out.println(what);
        return what.length();
    }

    interface Quiet {
        int LENGTH = say("Quiet");
    }

    interface Loud {
        int LENGTH = say("Loud");

        default void sound() {}
    }

    static class Base implements Loud {
        static int s = say("Base static");
        int i = say("Base field");

        {
            say("Base block");
        }

        Base() {
            say("Base constructor");
            hook();
        }

        void hook() {
            say("Base hook");
        }
    }

    static class Derived extends Base implements Quiet {
        static final int CONSTANT = 5;
        static final Integer BOXED = say("Derived static");
        int value = 7;

        {
            say("Derived block");
        }

        Derived() {
            super();
            say("Derived constructor " + value);
        }

        @Override
        void hook() {
            say("Derived hook " + value);
        }
    }

    static class Unused {
        static int s = say("never");
    }

    static {
        System.out.println("Main static");
    }

    public static void main(String[] args) {
        System.out.println("main");
        System.out.println(Derived.CONSTANT);
        Unused[] none = new Unused[2];
        System.out.println(none.length);
        new Derived();
        System.out.println("again");
        new Derived();
        System.out.println(Quiet.LENGTH);
    }
}
