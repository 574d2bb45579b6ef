// exit: 1
public class UncaughtSuppressed {
    record Resource(String name) implements AutoCloseable {
        void use() {
            throw new IllegalStateException("use of " + name);
        }

        @Override
        public void close() {
            throw new UnsupportedOperationException("close of " + name);
        }
    }

    static void work() {
        try (Resource outer = new Resource("outer"); Resource inner = new Resource("inner")) {
            inner.use();
        }
    }

    public static void main(String[] args) {
        work();
    }
}
