package java.lang.ref;

import concrex.Vm;

/** A reference to an object that nobody has collected yet. */
public abstract class Reference<T> {
    private T referent;

    Reference(T referent) {
        this.referent = referent;
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

    public void clear() {
        referent = null;
    }

    public boolean isEnqueued() {
        return false;
    }

    public boolean enqueue() {
        referent = null;
        return false;
    }

    public static void reachabilityFence(Object o) {}
}
