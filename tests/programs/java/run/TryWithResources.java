public class TryWithResources {
    static class Door implements AutoCloseable {
        private final String name;
        private final boolean jams;

        Door(String name, boolean jams) {
            this.name = name;
            this.jams = jams;
            System.out.println("open " + name);
        }

        @Override
        public void close() throws Exception {
            System.out.println("close " + name);
            if (jams) {
                throw new Exception(name + " jams");
            }
        }
    }

    static void run(boolean throwInside, boolean firstJams, boolean secondJams) {
        try (Door first = new Door("first", firstJams); Door second = new Door("second", secondJams)) {
            System.out.println("inside " + first.name + " " + second.name);
            if (throwInside) {
                throw new IllegalStateException("inside");
            }
        } catch (Exception e) {
            System.out.println("caught " + e.getMessage());
            for (Throwable suppressed : e.getSuppressed()) {
                System.out.println("suppressed " + suppressed.getMessage());
            }
        } finally {
            System.out.println("done");
        }
    }

    public static void main(String[] args) throws Exception {
        run(false, false, false);
        run(true, true, true);
        run(false, true, true);
        run(true, false, true);
        try (Door none = null) {
            System.out.println("no door: " + none);
        }
        Door outside = new Door("outside", false);
        try (outside) {
            System.out.println("effectively final");
        }
    }
}
