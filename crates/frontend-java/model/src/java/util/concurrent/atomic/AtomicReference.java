package java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/** A variable of the only thread. A function that sets it itself is asked again, as the JDK does. */
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

    public final V getOpaque() {
        return value;
    }

    public final void setOpaque(V newValue) {
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

    public final boolean weakCompareAndSetVolatile(V expected, V newValue) {
        return compareAndSet(expected, newValue);
    }

    public final boolean weakCompareAndSetAcquire(V expected, V newValue) {
        return compareAndSet(expected, newValue);
    }

    public final boolean weakCompareAndSetRelease(V expected, V newValue) {
        return compareAndSet(expected, newValue);
    }

    public final V compareAndExchange(V expected, V newValue) {
        V old = value;
        compareAndSet(expected, newValue);
        return old;
    }

    public final V compareAndExchangeAcquire(V expected, V newValue) {
        return compareAndExchange(expected, newValue);
    }

    public final V compareAndExchangeRelease(V expected, V newValue) {
        return compareAndExchange(expected, newValue);
    }

    public final V getAndUpdate(UnaryOperator<V> update) {
        V old = value;
        V next = update.apply(old);
        while (value != old) {
            old = value;
            next = update.apply(old);
        }
        value = next;
        return old;
    }

    public final V updateAndGet(UnaryOperator<V> update) {
        V old = value;
        V next = update.apply(old);
        while (value != old) {
            old = value;
            next = update.apply(old);
        }
        value = next;
        return next;
    }

    public final V getAndAccumulate(V x, BinaryOperator<V> function) {
        V old = value;
        V next = function.apply(old, x);
        while (value != old) {
            old = value;
            next = function.apply(old, x);
        }
        value = next;
        return old;
    }

    public final V accumulateAndGet(V x, BinaryOperator<V> function) {
        V old = value;
        V next = function.apply(old, x);
        while (value != old) {
            old = value;
            next = function.apply(old, x);
        }
        value = next;
        return next;
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }
}
