// exit: 1
public class UncaughtNegativeArraySize {
    static int[] allocate(int size) {
        return new int[size];
    }

    public static void main(String[] args) {
        System.out.println(allocate(3).length);
        System.out.println(allocate(-3).length);
    }
}
