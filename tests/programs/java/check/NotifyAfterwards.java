/** A monitor is left when its block or method ends, also with an exception. */
public class NotifyAfterwards {
    synchronized void fail() {
        throw new IllegalStateException();
    }

    public static void main(String[] args) {
        NotifyAfterwards object = new NotifyAfterwards();
        try {
            object.fail();
        } catch (IllegalStateException e) {
            assert !Thread.holdsLock(object);
        }
        synchronized (object) {
            object.notify();
        }
        object.notify(); // expect: refuted exception
    }
}
