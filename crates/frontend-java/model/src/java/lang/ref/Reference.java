package java.lang.ref;

/** A reference to an object that nobody collects. */
public abstract class Reference<T> {
    private T referent;

    Reference(T referent) {
        this.referent = referent;
    }

    public T get() {
        return referent;
    }

    public final boolean refersTo(T o) {
        return referent == o;
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
