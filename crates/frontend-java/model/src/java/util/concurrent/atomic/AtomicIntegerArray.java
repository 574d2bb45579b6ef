package java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/** An array of the only thread. */
public class AtomicIntegerArray implements Serializable {
    private final int[] array;

    public AtomicIntegerArray(int length) {
        array = new int[length];
    }

    public AtomicIntegerArray(int[] array) {
        this.array = array.clone();
    }

    public final int length() {
        return array.length;
    }

    public final int get(int i) {
        return array[i];
    }

    public final void set(int i, int newValue) {
        array[i] = newValue;
    }

    public final void lazySet(int i, int newValue) {
        array[i] = newValue;
    }

    public final int getAndSet(int i, int newValue) {
        int old = array[i];
        array[i] = newValue;
        return old;
    }

    public final boolean compareAndSet(int i, int expected, int newValue) {
        if (array[i] != expected) {
            return false;
        }
        array[i] = newValue;
        return true;
    }

    public final int getAndIncrement(int i) {
        return array[i]++;
    }

    public final int getAndDecrement(int i) {
        return array[i]--;
    }

    public final int getAndAdd(int i, int delta) {
        int old = array[i];
        array[i] += delta;
        return old;
    }

    public final int incrementAndGet(int i) {
        return ++array[i];
    }

    public final int decrementAndGet(int i) {
        return --array[i];
    }

    public final int addAndGet(int i, int delta) {
        array[i] += delta;
        return array[i];
    }

    public final int getAndUpdate(int i, IntUnaryOperator update) {
        int old = array[i];
        int next = update.applyAsInt(old);
        while (array[i] != old) {
            old = array[i];
            next = update.applyAsInt(old);
        }
        array[i] = next;
        return old;
    }

    public final int updateAndGet(int i, IntUnaryOperator update) {
        int old = array[i];
        int next = update.applyAsInt(old);
        while (array[i] != old) {
            old = array[i];
            next = update.applyAsInt(old);
        }
        array[i] = next;
        return next;
    }

    public final int getAndAccumulate(int i, int x, IntBinaryOperator function) {
        int old = array[i];
        int next = function.applyAsInt(old, x);
        while (array[i] != old) {
            old = array[i];
            next = function.applyAsInt(old, x);
        }
        array[i] = next;
        return old;
    }

    public final int accumulateAndGet(int i, int x, IntBinaryOperator function) {
        int old = array[i];
        int next = function.applyAsInt(old, x);
        while (array[i] != old) {
            old = array[i];
            next = function.applyAsInt(old, x);
        }
        array[i] = next;
        return next;
    }

    @Override
    public String toString() {
        return java.util.Arrays.toString(array);
    }
}
