package java.util.concurrent.locks;

import concrex.Vm;
import java.util.Date;
import java.util.concurrent.TimeUnit;

/** A condition for which nobody waits, since nobody could signal it. */
final class LonelyCondition implements Condition {
    @Override
    public void signal() {}

    @Override
    public void signalAll() {}

    @Override
    public void await() {
        Vm.unsupported("threads");
    }

    @Override
    public void awaitUninterruptibly() {
        Vm.unsupported("threads");
    }

    @Override
    public long awaitNanos(long nanos) {
        Vm.unsupported("threads");
        return 0;
    }

    @Override
    public boolean await(long time, TimeUnit unit) {
        Vm.unsupported("threads");
        return false;
    }

    @Override
    public boolean awaitUntil(Date deadline) {
        Vm.unsupported("threads");
        return false;
    }
}
