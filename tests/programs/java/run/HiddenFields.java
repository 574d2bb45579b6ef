public class HiddenFields {
    static class A {
        static String shared = "A's";
        String name = "a";

        String getName() {
            return name;
        }
    }

    static class B extends A {
        String name = "b";

        String both() {
            return name + super.name + ((A) this).name;
        }
    }

    interface Constants {
        int LIMIT = 10;
        String NAME = "constant " + LIMIT;
    }

    static class User implements Constants {
        int twice = 2 * LIMIT;
    }

    final int once;
    private static final int[] SQUARES = new int[5];

    static {
        for (int i = 0; i < SQUARES.length; i++) {
            SQUARES[i] = i * i;
        }
    }

    HiddenFields(int x) {
        this(x, 1);
    }

    HiddenFields(int x, int y) {
        once = x + y;
    }

    public static void main(String[] args) {
        B b = new B();
        A a = b;
        a.name = "changed";
        System.out.println(b.name + " " + a.name + " " + b.getName() + " " + b.both());
        B.shared = "B's";
        System.out.println(A.shared);
        System.out.println(new User().twice + " " + User.NAME + " " + SQUARES[4] + " " + new HiddenFields(6).once);
    }
}
