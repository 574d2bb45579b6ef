package jdk.internal.util;

import concrex.Message;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Checks of indices; the message of a failure is made when it is read. */
public class Preconditions {
    public static <X extends RuntimeException> BiFunction<String, List<Number>, X> outOfBoundsExceptionFormatter(
            Function<String, X> make) {
        return (check, numbers) -> make.apply(text(check, numbers));
    }

    private static String text(String check, List<Number> numbers) {
        switch (check) {
            case "checkIndex":
                return index(numbers.get(0).longValue(), numbers.get(1).longValue()).text();
            case "checkFromToIndex":
                return range(numbers.get(0).longValue(), numbers.get(1).longValue(), numbers.get(2).longValue()).text();
            case "checkFromIndexSize":
                return part(numbers.get(0).longValue(), numbers.get(1).longValue(), numbers.get(2).longValue()).text();
            default:
                return "Range check failed: " + check + " " + numbers;
        }
    }

    private static Message index(long index, long length) {
        return Message.index(index, length);
    }

    private static Message range(long from, long to, long length) {
        return new Message("Range [", from, ", ", to, ") out of bounds for length ", length, "");
    }

    private static Message part(long from, long size, long length) {
        return new PartMessage(from, size, length);
    }

    private static RuntimeException failure(
            BiFunction<String, List<Number>, ? extends RuntimeException> formatter,
            String check,
            Message message,
            long... numbers) {
        if (formatter == null) {
            return Message.give(new IndexOutOfBoundsException(), message);
        }
        Number[] boxed = new Number[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            boxed[i] = numbers[i];
        }
        return formatter.apply(check, Arrays.asList(boxed));
    }

    public static <X extends RuntimeException> int checkIndex(
            int index, int length, BiFunction<String, List<Number>, X> formatter) {
        if (index < 0 || index >= length) {
            throw failure(formatter, "checkIndex", index(index, length), index, length);
        }
        return index;
    }

    public static <X extends RuntimeException> int checkFromToIndex(
            int from, int to, int length, BiFunction<String, List<Number>, X> formatter) {
        if (from < 0 || from > to || to > length) {
            throw failure(formatter, "checkFromToIndex", range(from, to, length), from, to, length);
        }
        return from;
    }

    public static <X extends RuntimeException> int checkFromIndexSize(
            int from, int size, int length, BiFunction<String, List<Number>, X> formatter) {
        if ((length | from | size) < 0 || size > length - from) {
            throw failure(formatter, "checkFromIndexSize", part(from, size, length), from, size, length);
        }
        return from;
    }

    public static <X extends RuntimeException> long checkIndex(
            long index, long length, BiFunction<String, List<Number>, X> formatter) {
        if (index < 0 || index >= length) {
            throw failure(formatter, "checkIndex", index(index, length), index, length);
        }
        return index;
    }

    public static <X extends RuntimeException> long checkFromToIndex(
            long from, long to, long length, BiFunction<String, List<Number>, X> formatter) {
        if (from < 0 || from > to || to > length) {
            throw failure(formatter, "checkFromToIndex", range(from, to, length), from, to, length);
        }
        return from;
    }

    public static <X extends RuntimeException> long checkFromIndexSize(
            long from, long size, long length, BiFunction<String, List<Number>, X> formatter) {
        if ((length | from | size) < 0 || size > length - from) {
            throw failure(formatter, "checkFromIndexSize", part(from, size, length), from, size, length);
        }
        return from;
    }

    /** Which names one of its numbers twice. */
    private static final class PartMessage extends Message {
        private final long from;

        PartMessage(long from, long size, long length) {
            super("", from, " + ", size, ") out of bounds for length ", length, "");
            this.from = from;
        }

        @Override
        public String text() {
            return "Range [" + from + ", " + super.text();
        }
    }
}
