package java.lang.ref;

/** A reference to an object that nobody collects. */
public class SoftReference<T> extends Reference<T> {
    public SoftReference(T referent) {
        super(referent, null);
    }

    public SoftReference(T referent, ReferenceQueue<? super T> queue) {
        super(referent, queue);
    }
}
