package concrex.patch.java.lang;

import concrex.Monitor;
import concrex.Vm;

/** What every object can do. */
final class Object {
    private Object() {}

    static Class<?> getClass(java.lang.Object self) {
        return Vm.classOf(self);
    }

    static int hashCode(java.lang.Object self) {
        return Vm.identityHash(self);
    }

    static java.lang.Object clone(java.lang.Object self) throws CloneNotSupportedException {
        if (!(self instanceof Cloneable)) {
            throw new CloneNotSupportedException(self.getClass().getName());
        }
        return Vm.clone(self);
    }

    static void notify(java.lang.Object self) {
        Monitor.check(self);
    }

    static void notifyAll(java.lang.Object self) {
        Monitor.check(self);
    }

    static void wait(java.lang.Object self, long millis) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        Monitor.check(self);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Vm.unsupported("threads");
    }
}
