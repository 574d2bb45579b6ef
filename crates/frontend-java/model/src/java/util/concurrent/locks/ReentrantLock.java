package java.util.concurrent.locks;

import java.io.Serializable;
import java.util.concurrent.TimeUnit;

/** A lock that the only thread holds as often as it likes. */
public class ReentrantLock implements Lock, Serializable {
    private final boolean fair;
    private int holds;

    public ReentrantLock() {
        this(false);
    }

    public ReentrantLock(boolean fair) {
        this.fair = fair;
    }

    @Override
    public void lock() {
        holds++;
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        holds++;
    }

    @Override
    public boolean tryLock() {
        holds++;
        return true;
    }

    @Override
    public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
        unit.toNanos(timeout);
        lockInterruptibly();
        return true;
    }

    @Override
    public void unlock() {
        if (holds == 0) {
            throw new IllegalMonitorStateException();
        }
        holds--;
    }

    @Override
    public Condition newCondition() {
        return new LonelyCondition(this);
    }

    public int getHoldCount() {
        return holds;
    }

    public boolean isHeldByCurrentThread() {
        return holds > 0;
    }

    public boolean isLocked() {
        return holds > 0;
    }

    public final boolean isFair() {
        return fair;
    }

    public final boolean hasQueuedThreads() {
        return false;
    }

    @Override
    public String toString() {
        String state = holds == 0 ? "[Unlocked]" : "[Locked by thread " + Thread.currentThread().getName() + "]";
        return super.toString().concat(state);
    }
}
