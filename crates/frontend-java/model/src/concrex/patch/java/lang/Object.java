package concrex.patch.java.lang;

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

    static void notify(java.lang.Object self) {}

    static void notifyAll(java.lang.Object self) {}

    static void wait(java.lang.Object self, long millis) {
        Vm.unsupported("threads");
    }
}
