public class StaticInitFails {
    static class Broken {
        static int value = compute();

        static int compute() {
            throw new IllegalStateException("cannot compute");
        }
    }

    static class BrokenByError {
        static {
            fail();
        }

        static void fail() {
            throw new AssertionError("an error stays itself");
        }

        static void touch() {}
    }

    static void attempt(Runnable action) {
        try {
            action.run();
        } catch (Throwable t) {
            System.out.println(t + ", cause " + t.getCause());
        }
    }

    public static void main(String[] args) {
        attempt(() -> System.out.println(Broken.value));
        try {
            Broken.compute();
        } catch (NoClassDefFoundError e) {
            System.out.println(e.getMessage());
        }
        attempt(BrokenByError::touch);
        System.out.println("still here");
    }
}
