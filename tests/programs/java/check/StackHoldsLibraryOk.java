// expect: proved
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Recursion through the library that every stack holds. */
public class StackHoldsLibraryOk {
    static int count(int n) {
        Map<Integer, Integer> one = new HashMap<>();
        return n == 0 ? 0 : one.computeIfAbsent(n, k -> count(k - 1) + 1);
    }

    static int calls;

    static void visit(int n) {
        calls++;
        if (n > 0) {
            List.of(n).forEach(k -> visit(k - 1));
        }
    }

    static synchronized int sum(int n) {
        return n == 0 ? 0 : n + sum(n - 1);
    }

    public static void main(String[] args) {
        assert count(100) == 100;
        visit(100);
        assert calls == 101;
        assert sum(2000) == 2001000;
    }
}
