package java.lang.ref;

import concrex.Vm;

/** A reference to an object that nobody has collected yet. */
public abstract class Reference<T> {
    private T referent;
    /** Null if it has none. */
    private final ReferenceQueue<? super T> queue;

    Reference(T referent, ReferenceQueue<? super T> queue) {
        this.referent = referent;
        this.queue = queue;
    }

    public T get() {
        mayBeCollected();
        return referent;
    }

    public final boolean refersTo(T o) {
        mayBeCollected();
        return referent == o;
    }

    private void mayBeCollected() {
        if (referent != null && Vm.unusual() != 0) {
            Vm.unsupported("a reference whose object was collected");
        }
    }

    private void mayBeEnqueued() {
        if (queue != null) {
            Vm.unsupported("references in queues");
        }
    }

    public void clear() {
        referent = null;
    }

    public boolean isEnqueued() {
        mayBeEnqueued();
        return false;
    }

    public boolean enqueue() {
        mayBeEnqueued();
        referent = null;
        return false;
    }

    public static void reachabilityFence(Object o) {}
}
