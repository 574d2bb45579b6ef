/** An object outlives the failed initialiser of its class; its methods cannot use the class any more. */
public class InitialisedInVainLater {
    static Registry first;

    static class Registry {
        static int entries;

        static {
            first = new Registry();
            entries = Integer.parseInt("none");
        }

        void add() {
            entries++; // expect: refuted error
        }
    }

    public static void main(String[] args) {
        try {
            new Registry();
        } catch (ExceptionInInitializerError e) {
            assert e.getCause() instanceof NumberFormatException;
        }
        first.add();
    }
}
