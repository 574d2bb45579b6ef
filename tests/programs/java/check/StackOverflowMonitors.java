/** Monitors that are held are in the frame: 12000 calls without them would fit. */
public class StackOverflowMonitors {
    private final Object first = new Object();
    private final Object second = new Object();

    int count(int n) {
        synchronized (first) { // expect: refuted stack-overflow
            synchronized (second) {
                synchronized (this) {
                    return n == 0 ? 0 : 1 + count(n - 1);
                }
            }
        }
    }

    public static void main(String[] args) {
        new StackOverflowMonitors().count(12000);
    }
}
