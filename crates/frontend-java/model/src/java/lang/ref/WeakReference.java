package java.lang.ref;

/** A reference to an object that nobody collects. */
public class WeakReference<T> extends Reference<T> {
    public WeakReference(T referent) {
        super(referent, null);
    }

    public WeakReference(T referent, ReferenceQueue<? super T> queue) {
        super(referent, queue);
    }
}
