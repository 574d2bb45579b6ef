/** A field of an interface initialises that interface alone; a class, all above it that have bodies. */
public class InterfaceAlone {
    private static String order = "";

    private static int note(String name) {
        order += name;
        return 1;
    }

    interface Top {
        int T = note("T");

        default void top() {}
    }

    interface Middle extends Top {
        int M = note("M");
    }

    static class Bottom implements Middle {
        static final int B = note("B");
    }

    public static void main(String[] args) {
        int first = Middle.M;
        assert order.equals("M");
        new Bottom();
        assert !order.equals("MTB"); // expect: refuted assert
    }
}
