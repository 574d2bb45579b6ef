package java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** A variable of the only thread. */
public class AtomicReference<V> implements Serializable {
    private V value;

    public AtomicReference() {}

    public AtomicReference(V value) {
        this.value = value;
    }

    public final V get() {
        return value;
    }

    public final void set(V newValue) {
        value = newValue;
    }

    public final void lazySet(V newValue) {
        value = newValue;
    }

    public final V getPlain() {
        return value;
    }

    public final void setPlain(V newValue) {
        value = newValue;
    }

    public final V getAcquire() {
        return value;
    }

    public final void setRelease(V newValue) {
        value = newValue;
    }

    public final V getAndSet(V newValue) {
        V old = value;
        value = newValue;
        return old;
    }

    public final boolean compareAndSet(V expected, V newValue) {
        if (value != expected) {
            return false;
        }
        value = newValue;
        return true;
    }

    public final boolean weakCompareAndSet(V expected, V newValue) {
        return compareAndSet(expected, newValue);
    }

    public final boolean weakCompareAndSetPlain(V expected, V newValue) {
        return compareAndSet(expected, newValue);
    }

    public final V getAndUpdate(UnaryOperator<V> update) {
        V old = value;
        value = update.apply(old);
        return old;
    }

    public final V updateAndGet(UnaryOperator<V> update) {
        value = update.apply(value);
        return value;
    }

    public final V getAndAccumulate(V x, BinaryOperator<V> function) {
        V old = value;
        value = function.apply(old, x);
        return old;
    }

    public final V accumulateAndGet(V x, BinaryOperator<V> function) {
        value = function.apply(value, x);
        return value;
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }
}
