package java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/** An array of the only thread. */
public class AtomicLongArray implements Serializable {
    private final long[] array;

    public AtomicLongArray(int length) {
        array = new long[length];
    }

    public AtomicLongArray(long[] array) {
        this.array = array.clone();
    }

    public final int length() {
        return array.length;
    }

    public final long get(int i) {
        return array[i];
    }

    public final void set(int i, long newValue) {
        array[i] = newValue;
    }

    public final void lazySet(int i, long newValue) {
        array[i] = newValue;
    }

    public final long getAndSet(int i, long newValue) {
        long old = array[i];
        array[i] = newValue;
        return old;
    }

    public final boolean compareAndSet(int i, long expected, long newValue) {
        if (array[i] != expected) {
            return false;
        }
        array[i] = newValue;
        return true;
    }

    public final long getAndIncrement(int i) {
        return array[i]++;
    }

    public final long getAndDecrement(int i) {
        return array[i]--;
    }

    public final long getAndAdd(int i, long delta) {
        long old = array[i];
        array[i] += delta;
        return old;
    }

    public final long incrementAndGet(int i) {
        return ++array[i];
    }

    public final long decrementAndGet(int i) {
        return --array[i];
    }

    public final long addAndGet(int i, long delta) {
        array[i] += delta;
        return array[i];
    }

    public final long getAndUpdate(int i, LongUnaryOperator update) {
        long old = array[i];
        long next = update.applyAsLong(old);
        while (array[i] != old) {
            old = array[i];
            next = update.applyAsLong(old);
        }
        array[i] = next;
        return old;
    }

    public final long updateAndGet(int i, LongUnaryOperator update) {
        long old = array[i];
        long next = update.applyAsLong(old);
        while (array[i] != old) {
            old = array[i];
            next = update.applyAsLong(old);
        }
        array[i] = next;
        return next;
    }

    public final long getAndAccumulate(int i, long x, LongBinaryOperator function) {
        long old = array[i];
        long next = function.applyAsLong(old, x);
        while (array[i] != old) {
            old = array[i];
            next = function.applyAsLong(old, x);
        }
        array[i] = next;
        return old;
    }

    public final long accumulateAndGet(int i, long x, LongBinaryOperator function) {
        long old = array[i];
        long next = function.applyAsLong(old, x);
        while (array[i] != old) {
            old = array[i];
            next = function.applyAsLong(old, x);
        }
        array[i] = next;
        return next;
    }

    @Override
    public String toString() {
        return java.util.Arrays.toString(array);
    }
}
