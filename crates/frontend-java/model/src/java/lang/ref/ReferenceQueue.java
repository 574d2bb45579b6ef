package java.lang.ref;

import concrex.Vm;

/** Empty as long as nothing is collected. */
public class ReferenceQueue<T> {
    public ReferenceQueue() {}

    public Reference<? extends T> poll() {
        if (Vm.unusual() != 0) {
            Vm.unsupported("a reference whose object was collected");
        }
        return null;
    }

    public Reference<? extends T> remove() {
        Vm.unsupported("threads");
        return null;
    }

    public Reference<? extends T> remove(long timeout) {
        Vm.unsupported("threads");
        return null;
    }
}
