package java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/** A variable of the only thread. A function that sets it itself is asked again, as the JDK does. */
public class AtomicLong extends Number implements Serializable {
    private long value;

    public AtomicLong() {}

    public AtomicLong(long value) {
        this.value = value;
    }

    public final long get() {
        return value;
    }

    public final void set(long newValue) {
        value = newValue;
    }

    public final void lazySet(long newValue) {
        value = newValue;
    }

    public final long getPlain() {
        return value;
    }

    public final void setPlain(long newValue) {
        value = newValue;
    }

    public final long getOpaque() {
        return value;
    }

    public final void setOpaque(long newValue) {
        value = newValue;
    }

    public final long getAcquire() {
        return value;
    }

    public final void setRelease(long newValue) {
        value = newValue;
    }

    public final long getAndSet(long newValue) {
        long old = value;
        value = newValue;
        return old;
    }

    public final boolean compareAndSet(long expected, long newValue) {
        if (value != expected) {
            return false;
        }
        value = newValue;
        return true;
    }

    public final boolean weakCompareAndSet(long expected, long newValue) {
        return compareAndSet(expected, newValue);
    }

    public final boolean weakCompareAndSetPlain(long expected, long newValue) {
        return compareAndSet(expected, newValue);
    }

    public final boolean weakCompareAndSetVolatile(long expected, long newValue) {
        return compareAndSet(expected, newValue);
    }

    public final long compareAndExchange(long expected, long newValue) {
        long old = value;
        compareAndSet(expected, newValue);
        return old;
    }

    public final long getAndIncrement() {
        return value++;
    }

    public final long getAndDecrement() {
        return value--;
    }

    public final long getAndAdd(long delta) {
        long old = value;
        value += delta;
        return old;
    }

    public final long incrementAndGet() {
        return ++value;
    }

    public final long decrementAndGet() {
        return --value;
    }

    public final long addAndGet(long delta) {
        value += delta;
        return value;
    }

    public final long getAndUpdate(LongUnaryOperator update) {
        long old = value;
        long next = update.applyAsLong(old);
        while (value != old) {
            old = value;
            next = update.applyAsLong(old);
        }
        value = next;
        return old;
    }

    public final long updateAndGet(LongUnaryOperator update) {
        long old = value;
        long next = update.applyAsLong(old);
        while (value != old) {
            old = value;
            next = update.applyAsLong(old);
        }
        value = next;
        return next;
    }

    public final long getAndAccumulate(long x, LongBinaryOperator function) {
        long old = value;
        long next = function.applyAsLong(old, x);
        while (value != old) {
            old = value;
            next = function.applyAsLong(old, x);
        }
        value = next;
        return old;
    }

    public final long accumulateAndGet(long x, LongBinaryOperator function) {
        long old = value;
        long next = function.applyAsLong(old, x);
        while (value != old) {
            old = value;
            next = function.applyAsLong(old, x);
        }
        value = next;
        return next;
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }

    @Override
    public int intValue() {
        return (int) value;
    }

    @Override
    public long longValue() {
        return value;
    }

    @Override
    public float floatValue() {
        return value;
    }

    @Override
    public double doubleValue() {
        return value;
    }
}
