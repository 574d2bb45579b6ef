package java.util.concurrent.atomic;

import java.io.Serializable;

/** A variable of the only thread. */
public class AtomicBoolean implements Serializable {
    private boolean value;

    public AtomicBoolean() {}

    public AtomicBoolean(boolean value) {
        this.value = value;
    }

    public final boolean get() {
        return value;
    }

    public final void set(boolean newValue) {
        value = newValue;
    }

    public final void lazySet(boolean newValue) {
        value = newValue;
    }

    public final boolean getPlain() {
        return value;
    }

    public final void setPlain(boolean newValue) {
        value = newValue;
    }

    public final boolean getAcquire() {
        return value;
    }

    public final void setRelease(boolean newValue) {
        value = newValue;
    }

    public final boolean getAndSet(boolean newValue) {
        boolean old = value;
        value = newValue;
        return old;
    }

    public final boolean compareAndSet(boolean expected, boolean newValue) {
        if (value != expected) {
            return false;
        }
        value = newValue;
        return true;
    }

    public boolean weakCompareAndSet(boolean expected, boolean newValue) {
        return compareAndSet(expected, newValue);
    }

    public boolean weakCompareAndSetPlain(boolean expected, boolean newValue) {
        return compareAndSet(expected, newValue);
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }
}
