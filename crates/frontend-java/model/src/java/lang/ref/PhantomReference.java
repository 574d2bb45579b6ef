package java.lang.ref;

/** A reference to an object that nobody collects. */
public class PhantomReference<T> extends Reference<T> {
    public PhantomReference(T referent, ReferenceQueue<? super T> queue) {
        super(referent, queue);
    }

    @Override
    public T get() {
        return null;
    }
}
