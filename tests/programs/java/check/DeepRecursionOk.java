// expect: proved
/** What is said of recursion takes a stack for granted that is large enough. */
public class DeepRecursionOk {
    static int sum(int n) {
        return n == 0 ? 0 : n + sum(n - 1);
    }

    public static void main(String[] args) {
        assert sum(100) == 5050;
    }
}
