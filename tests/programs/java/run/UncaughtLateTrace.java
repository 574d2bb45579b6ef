// exit: 1
public class UncaughtLateTrace {
    static void inner(int n) {
        if (n == 0) {
            throw new IllegalStateException("bottom");
        }
        inner(n - 1);
    }

    static void outer() {
        try {
            inner(2);
        } finally {
            System.out.println("cleaning up");
        }
    }

    public static void main(String[] args) {
        try {
            outer();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
            throw e;
        }
    }
}
