package java.util;

import java.util.function.DoubleConsumer;
import java.util.function.DoubleSupplier;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/** The numbers that a generator is asked for one after the other. How many is known from the start, as in the JDK. */
abstract class Drawn {
    /** {@link Long#MAX_VALUE} for as many as anybody wants. */
    private long remaining;

    private Drawn(long size) {
        remaining = size;
    }

    /** Whether there is one more, which is taken. */
    boolean take() {
        if (remaining == 0) {
            return false;
        }
        remaining--;
        return true;
    }

    public long estimateSize() {
        return remaining;
    }

    public int characteristics() {
        return Spliterator.SIZED | Spliterator.SUBSIZED | Spliterator.NONNULL | Spliterator.IMMUTABLE;
    }

    static final class OfInt extends Drawn implements Spliterator.OfInt {
        private final IntSupplier next;

        OfInt(long size, IntSupplier next) {
            super(size);
            this.next = next;
        }

        @Override
        public boolean tryAdvance(IntConsumer action) {
            Objects.requireNonNull(action);
            if (!take()) {
                return false;
            }
            action.accept(next.getAsInt());
            return true;
        }

        @Override
        public Spliterator.OfInt trySplit() {
            return null;
        }
    }

    static final class OfLong extends Drawn implements Spliterator.OfLong {
        private final LongSupplier next;

        OfLong(long size, LongSupplier next) {
            super(size);
            this.next = next;
        }

        @Override
        public boolean tryAdvance(LongConsumer action) {
            Objects.requireNonNull(action);
            if (!take()) {
                return false;
            }
            action.accept(next.getAsLong());
            return true;
        }

        @Override
        public Spliterator.OfLong trySplit() {
            return null;
        }
    }

    static final class OfDouble extends Drawn implements Spliterator.OfDouble {
        private final DoubleSupplier next;

        OfDouble(long size, DoubleSupplier next) {
            super(size);
            this.next = next;
        }

        @Override
        public boolean tryAdvance(DoubleConsumer action) {
            Objects.requireNonNull(action);
            if (!take()) {
                return false;
            }
            action.accept(next.getAsDouble());
            return true;
        }

        @Override
        public Spliterator.OfDouble trySplit() {
            return null;
        }
    }
}
