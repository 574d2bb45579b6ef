import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Who signals must hold the lock, and who notifies the monitor. */
public class SignalWithoutLock {
    private int count;

    synchronized void increment() {
        count++;
        notifyAll();
    }

    public static void main(String[] args) {
        new SignalWithoutLock().increment();
        ReentrantLock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        lock.lock();
        changed.signal();
        lock.unlock();
        changed.signal(); // expect: refuted exception
    }
}
