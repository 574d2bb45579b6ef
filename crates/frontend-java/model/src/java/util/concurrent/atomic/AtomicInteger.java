package java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/** A variable of the only thread. A function that sets it itself is asked again, as the JDK does. */
public class AtomicInteger extends Number implements Serializable {
    private int value;

    public AtomicInteger() {}

    public AtomicInteger(int value) {
        this.value = value;
    }

    public final int get() {
        return value;
    }

    public final void set(int newValue) {
        value = newValue;
    }

    public final void lazySet(int newValue) {
        value = newValue;
    }

    public final int getPlain() {
        return value;
    }

    public final void setPlain(int newValue) {
        value = newValue;
    }

    public final int getOpaque() {
        return value;
    }

    public final void setOpaque(int newValue) {
        value = newValue;
    }

    public final int getAcquire() {
        return value;
    }

    public final void setRelease(int newValue) {
        value = newValue;
    }

    public final int getAndSet(int newValue) {
        int old = value;
        value = newValue;
        return old;
    }

    public final boolean compareAndSet(int expected, int newValue) {
        if (value != expected) {
            return false;
        }
        value = newValue;
        return true;
    }

    public final boolean weakCompareAndSet(int expected, int newValue) {
        return compareAndSet(expected, newValue);
    }

    public final boolean weakCompareAndSetPlain(int expected, int newValue) {
        return compareAndSet(expected, newValue);
    }

    public final boolean weakCompareAndSetVolatile(int expected, int newValue) {
        return compareAndSet(expected, newValue);
    }

    public final int compareAndExchange(int expected, int newValue) {
        int old = value;
        compareAndSet(expected, newValue);
        return old;
    }

    public final int getAndIncrement() {
        return value++;
    }

    public final int getAndDecrement() {
        return value--;
    }

    public final int getAndAdd(int delta) {
        int old = value;
        value += delta;
        return old;
    }

    public final int incrementAndGet() {
        return ++value;
    }

    public final int decrementAndGet() {
        return --value;
    }

    public final int addAndGet(int delta) {
        value += delta;
        return value;
    }

    public final int getAndUpdate(IntUnaryOperator update) {
        int old = value;
        int next = update.applyAsInt(old);
        while (value != old) {
            old = value;
            next = update.applyAsInt(old);
        }
        value = next;
        return old;
    }

    public final int updateAndGet(IntUnaryOperator update) {
        int old = value;
        int next = update.applyAsInt(old);
        while (value != old) {
            old = value;
            next = update.applyAsInt(old);
        }
        value = next;
        return next;
    }

    public final int getAndAccumulate(int x, IntBinaryOperator function) {
        int old = value;
        int next = function.applyAsInt(old, x);
        while (value != old) {
            old = value;
            next = function.applyAsInt(old, x);
        }
        value = next;
        return old;
    }

    public final int accumulateAndGet(int x, IntBinaryOperator function) {
        int old = value;
        int next = function.applyAsInt(old, x);
        while (value != old) {
            old = value;
            next = function.applyAsInt(old, x);
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
        return value;
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
