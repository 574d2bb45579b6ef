// exit: 1
public class UncaughtAssertionNumber {
    public static void main(String[] args) {
        int evens = 0;
        for (int i = 0; i < 10; i++) {
            evens += i % 2 == 0 ? 1 : 0;
            assert evens <= 3 : evens;
        }
    }
}
