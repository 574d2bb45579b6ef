package java.lang.ref;

import concrex.Vm;

/** Always empty, since nothing is collected. */
public class ReferenceQueue<T> {
    public ReferenceQueue() {}

    public Reference<? extends T> poll() {
        return null;
    }

    public Reference<? extends T> remove() {
        Vm.unsupported("threads");
        return null;
    }

    public Reference<? extends T> remove(long timeout) {
        return null;
    }
}
