package java.lang;

import java.util.function.Supplier;

/** A variable of the only thread. */
public class ThreadLocal<T> {
    private T value;
    private boolean present;

    public ThreadLocal() {}

    public static <S> ThreadLocal<S> withInitial(Supplier<? extends S> supplier) {
        return new Supplied<>(supplier);
    }

    protected T initialValue() {
        return null;
    }

    public T get() {
        if (!present) {
            value = initialValue();
            present = true;
        }
        return value;
    }

    boolean isPresent() {
        return present;
    }

    public void set(T value) {
        this.value = value;
        this.present = true;
    }

    public void remove() {
        value = null;
        present = false;
    }

    private static final class Supplied<T> extends ThreadLocal<T> {
        private final Supplier<? extends T> supplier;

        Supplied(Supplier<? extends T> supplier) {
            if (supplier == null) {
                throw new NullPointerException();
            }
            this.supplier = supplier;
        }

        @Override
        protected T initialValue() {
            return supplier.get();
        }
    }
}
