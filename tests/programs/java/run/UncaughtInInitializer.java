// exit: 1
public class UncaughtInInitializer {
    static class Table {
        static final int[] VALUES = fill(-1);

        static int[] fill(int size) {
            return new int[size];
        }
    }

    public static void main(String[] args) {
        System.out.println("before");
        System.out.println(Table.VALUES.length);
    }
}
