// exit: 1
public class UncaughtAssertion {
    static int absolute(int x) {
        int result = x < 0 ? -x : x;
        assert result >= 0 : "negative: " + result;
        return result;
    }

    public static void main(String[] args) {
        System.out.println(absolute(-5));
        System.out.println(absolute(Integer.MIN_VALUE));
    }
}
