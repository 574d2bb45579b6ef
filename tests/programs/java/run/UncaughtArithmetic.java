// exit: 1
public class UncaughtArithmetic {
    static int divide(int a, int b) {
        return a / b;
    }

    public static void main(String[] args) {
        System.out.println(divide(7, 2));
        System.out.println(divide(7, 0));
    }
}
