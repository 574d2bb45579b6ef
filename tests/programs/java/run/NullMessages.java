public class NullMessages {
    int field;
    NullMessages next;
    int[] array;
    static NullMessages instance;
    static int[][] matrix = new int[2][];

    NullMessages self() {
        return next;
    }

    void method() {}

    static void report(Runnable action) {
        try {
            action.run();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        NullMessages object = new NullMessages();
        report(() -> instance.method());
        report(() -> System.out.println(instance.field));
        report(() -> instance.field = 1);
        report(() -> object.next.method());
        report(() -> object.self().method());
        report(() -> System.out.println(object.array[3]));
        report(() -> object.array[0] = 5);
        report(() -> System.out.println(object.array.length));
        report(() -> matrix[1][0]++);
        report(() -> {
            Integer boxed = null;
            int plain = boxed;
        });
        report(() -> {
            synchronized (instance) {
                System.out.println("locked");
            }
        });
        report(() -> {
            throw null;
        });
        report(() -> {
            String text = null;
            switch (text) {
                case "a" -> System.out.println("a");
                default -> System.out.println("other");
            }
        });
        report(() -> java.util.Objects.requireNonNull(null));
        report(() -> java.util.Objects.requireNonNull(null, "needed"));
    }
}
