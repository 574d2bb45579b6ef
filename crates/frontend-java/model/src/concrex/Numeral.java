package concrex;

import static java.lang.Internals.within;

/**
 * Numbers of texts. The characters are looked at all at once and the value is computed whether they are digits or not,
 * so that there is one question for a text that is a number, however long it is.
 */
public final class Numeral {
    /** So many digits of any radix fit into a {@code long}. */
    private static final int SAFE_DIGITS = 12;

    /** Larger than any {@code int}, and with one more digit still a {@code long}. */
    private static final long TOO_LARGE = 1L << 40;

    private Numeral() {}

    /** As {@link Integer#parseInt(String, int)}. */
    public static int parseInt(String text, int radix) {
        checkForm(text, radix);
        long value = read(text, radix);
        if (value != (int) value) {
            throw failure(text, radix);
        }
        return (int) value;
    }

    /** The number that a text is; one that is too large for an {@code int} if it is larger, or no number. */
    public static long read(String text, int radix) {
        int length = text.length();
        if (length == 0) {
            return TOO_LARGE;
        }
        char first = text.charAt(0);
        int minus = within(first, '-', '-');
        int sign = minus | within(first, '+', '+');
        int digit = Character.digit(first, radix);
        // All ones as soon as one of the characters is not what it should be.
        int wrong = length == 1 ? digit >> 31 : digit >> 31 & ~sign;
        long value = digit & ~sign;
        for (int i = 1; i < length; i++) {
            digit = Character.digit(text.charAt(i), radix);
            wrong |= digit >> 31;
            value = (i < SAFE_DIGITS ? value : Math.min(value, TOO_LARGE)) * radix + digit;
        }
        value = (value ^ minus) - minus;
        return value & ~wrong | TOO_LARGE & wrong;
    }

    private static void checkForm(String text, int radix) {
        if (text == null) {
            throw new NumberFormatException("Cannot parse null string");
        }
        if (radix < Character.MIN_RADIX) {
            throw new NumberFormatException("radix " + radix + " less than Character.MIN_RADIX");
        }
        if (radix > Character.MAX_RADIX) {
            throw new NumberFormatException("radix " + radix + " greater than Character.MAX_RADIX");
        }
    }

    private static NumberFormatException failure(String text, int radix) {
        return Message.give(new NumberFormatException(), new NumeralMessage(text, radix));
    }
}
