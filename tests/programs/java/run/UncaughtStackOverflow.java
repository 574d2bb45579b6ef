// exit: 1
public class UncaughtStackOverflow {
    static int depth;

    static int recurse(int n) {
        depth++;
        return recurse(n + 1) + 1;
    }

    public static void main(String[] args) {
        try {
            recurse(0);
        } catch (StackOverflowError e) {
            System.out.println(depth > 100);
            System.out.println(e.getStackTrace().length);
        }
        throw new IllegalStateException("after the overflow");
    }
}
