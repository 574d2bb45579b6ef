import java.util.HashMap;
import java.util.Map;

/** Frames of the library lie between those of the program: 2000 calls of it fill the stack. */
public class StackOverflowLibrary {
    static int count(int n) {
        Map<Integer, Integer> one = new HashMap<>();
        return n == 0 ? 0 : one.computeIfAbsent(n, k ->
                count(k - 1) + 1); // expect: refuted stack-overflow
    }

    public static void main(String[] args) {
        count(6000);
    }
}
