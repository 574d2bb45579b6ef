package java.util.concurrent.locks;

import concrex.Vm;
import java.util.Date;
import java.util.concurrent.TimeUnit;

/** A condition for which nobody waits, since nobody could signal it. Only who holds the lock may try. */
final class LonelyCondition implements Condition {
    private final ReentrantLock lock;

    LonelyCondition(ReentrantLock lock) {
        this.lock = lock;
    }

    private void check() {
        if (!lock.isHeldByCurrentThread()) {
            throw new IllegalMonitorStateException();
        }
    }

    private void checkToWait() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        check();
        Vm.unsupported("threads");
    }

    @Override
    public void signal() {
        check();
    }

    @Override
    public void signalAll() {
        check();
    }

    @Override
    public void await() throws InterruptedException {
        checkToWait();
    }

    @Override
    public void awaitUninterruptibly() {
        check();
        Vm.unsupported("threads");
    }

    @Override
    public long awaitNanos(long nanos) throws InterruptedException {
        checkToWait();
        return 0;
    }

    @Override
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        unit.toNanos(time);
        checkToWait();
        return false;
    }

    @Override
    public boolean awaitUntil(Date deadline) throws InterruptedException {
        deadline.getTime();
        checkToWait();
        return false;
    }
}
