package concrex.patch.java.lang;

import static java.lang.Internals.within;

import java.lang.Internals;

/**
 * What is asked most, by comparing: tables would be read at unknown places, and have to be unpacked first. Comparisons
 * are put together as masks and not as branches, so that a character is one question and not one for each range.
 */
final class Character {
    private static final int LATIN1 = 256;

    private Character() {}

    private static int is(int c, int other) {
        return within(c, other, other);
    }

    private static boolean isChar(int c) {
        return c >>> 16 == 0;
    }

    static boolean isDigit(int c) {
        return isChar(c) ? digit(c, 10) >= 0 : Internals.isDigit(c);
    }

    static int digit(int c, int radix) {
        if (!isChar(c)) {
            return Internals.digit(c, radix);
        }
        if (radix < java.lang.Character.MIN_RADIX || radix > java.lang.Character.MAX_RADIX) {
            return -1;
        }
        int digits = radix < 10 ? radix : 10;
        int found = c < LATIN1 ? digitFrom(c, '0', digits) : wideDigit(c, digits);
        if (radix > 10) {
            int letter = c | 0x20;
            found |= letterFrom(letter, 'a', radix) | letterFrom(c, '\uff21', radix) | letterFrom(c, '\uff41', radix);
        }
        return found - 1;
    }

    /**
     * One more than the digit that a character above 255 is; 0 if it is none. Of most scripts, the digits are the first
     * ten of a row of sixteen; ten scripts of India follow each other at equal distances.
     */
    private static int wideDigit(int c, int digits) {
        int row = c >> 4;
        int elsewhere = apart(row, 0x066) & apart(row, 0x06f) & apart(row, 0x07c) & apart(row, 0x0e5)
                & apart(row, 0x0ed) & apart(row, 0x0f2) & apart(row, 0x104) & apart(row, 0x109)
                & apart(row, 0x17e) & apart(row, 0x181) & apart(row, 0x19d) & apart(row, 0x1a8)
                & apart(row, 0x1a9) & apart(row, 0x1b5) & apart(row, 0x1bb) & apart(row, 0x1c4)
                & apart(row, 0x1c5) & apart(row, 0xa62) & apart(row, 0xa8d) & apart(row, 0xa90)
                & apart(row, 0xa9d) & apart(row, 0xa9f) & apart(row, 0xaa5) & apart(row, 0xabf)
                & apart(row, 0xff1);
        int indian = within(c, 0x966, 0xdef);
        return digitFrom(c & 0xf, 0, digits) & ~elsewhere
                | digitFrom(c - 0x966 & 0x7f, 0, digits) & indian
                | digitFrom(c, 0x1946, digits);
    }

    /** All ones if two numbers differ, else 0. */
    private static int apart(int a, int b) {
        return (a - b | b - a) >> 31;
    }

    private static int digitFrom(int c, int zero, int digits) {
        return within(c, zero, zero + digits - 1) & c - zero + 1;
    }

    private static int letterFrom(int c, int ten, int radix) {
        return within(c, ten, ten + radix - 11) & c - ten + 11;
    }

    static boolean isWhitespace(int c) {
        if (c < LATIN1) {
            return latinWhitespace(c) != 0;
        }
        return isChar(c) ? wideWhitespace(c) != 0 : Internals.isWhitespace(c);
    }

    private static int latinWhitespace(int c) {
        return within(c, '\t', '\r') | within(c, 0x1c, ' ');
    }

    private static int wideWhitespace(int c) {
        return is(c, 0x1680) | within(c, 0x2000, 0x2006)
                | within(c, 0x2008, 0x200a) | within(c, 0x2028, 0x2029) | is(c, 0x205f) | is(c, 0x3000);
    }

    /** Letters below 256; two signs that are no letters lie between them. */
    private static int letter(int c) {
        return within(c | 0x20, 'a', 'z') | within(c, 0xc0, 0xff) & ~is(c, 0xd7) & ~is(c, 0xf7) | lowerSign(c);
    }

    /** Signs below 256 that count as small letters. */
    private static int lowerSign(int c) {
        return is(c, 0xaa) | is(c, 0xb5) | is(c, 0xba);
    }

    private static int upper(int c) {
        return within(c, 'A', 'Z') | within(c, 0xc0, 0xde) & ~is(c, 0xd7);
    }

    static boolean isLetter(int c) {
        return c < LATIN1 ? letter(c) != 0 : Internals.isLetter(c);
    }

    static boolean isLetterOrDigit(int c) {
        return c < LATIN1 ? (letter(c) | within(c, '0', '9')) != 0 : Internals.isLetterOrDigit(c);
    }

    static boolean isUpperCase(int c) {
        return c < LATIN1 ? upper(c) != 0 : Internals.isUpperCase(c);
    }

    static boolean isLowerCase(int c) {
        if (c >= LATIN1) {
            return Internals.isLowerCase(c);
        }
        return (within(c, 'a', 'z') | within(c, 0xdf, 0xff) & ~is(c, 0xf7) | lowerSign(c)) != 0;
    }

    static int toLowerCase(int c) {
        return c < LATIN1 ? c + (upper(c) & 0x20) : Internals.toLowerCase(c);
    }

    /** The capital letters of two are above 255. */
    static int toUpperCase(int c) {
        if (c >= LATIN1) {
            return Internals.toUpperCase(c);
        }
        int lower = within(c, 'a', 'z') | within(c, 0xe0, 0xfe) & ~is(c, 0xf7);
        return c - (lower & 0x20) + (is(c, 0xb5) & 0x39c - 0xb5) + (is(c, 0xff) & 0x178 - 0xff);
    }

    /** A new object each time: {@link concrex.Vm#same} knows which of them are one and the same in Java. */
    @SuppressWarnings("removal")
    static java.lang.Character valueOf(char value) {
        return new java.lang.Character(value);
    }
}
