package concrex.patch.java.lang;

import java.lang.Internals;

/** What is asked most, for the first 256 characters by comparing: tables would be read at unknown places. */
final class Character {
    private static final int LATIN1 = 256;

    private Character() {}

    /** Whether a number lies in a range, with a single comparison. */
    private static boolean within(int c, int first, int last) {
        return (c - first & 0x7fffffff) <= last - first;
    }

    static boolean isDigit(int c) {
        return c < LATIN1 ? within(c, '0', '9') : Internals.isDigit(c);
    }

    static int digit(int c, int radix) {
        if (c >= LATIN1) {
            return Internals.digit(c, radix);
        }
        if (radix < java.lang.Character.MIN_RADIX || radix > java.lang.Character.MAX_RADIX) {
            return -1;
        }
        if (radix <= 10) {
            return within(c, '0', '0' + radix - 1) ? c - '0' : -1;
        }
        if (within(c, '0', '9')) {
            return c - '0';
        }
        return within(c | 0x20, 'a', 'a' + radix - 11) ? (c | 0x20) - 'a' + 10 : -1;
    }

    static boolean isWhitespace(int c) {
        return c < LATIN1 ? within(c, '\t', '\r') || within(c, 0x1c, ' ') : Internals.isWhitespace(c);
    }

    private static boolean isAsciiLetter(int c) {
        return within(c | 0x20, 'a', 'z');
    }

    /** Letters between 128 and 255; two signs that are no letters lie between them. */
    private static boolean isUpperLetter(int c) {
        return c >= 0xc0 ? c != 0xd7 && c != 0xf7 : c == 0xaa || c == 0xb5 || c == 0xba;
    }

    static boolean isLetter(int c) {
        if (c < 128) {
            return isAsciiLetter(c);
        }
        return c < LATIN1 ? isUpperLetter(c) : Internals.isLetter(c);
    }

    static boolean isLetterOrDigit(int c) {
        if (c < 128) {
            return isAsciiLetter(c) || within(c, '0', '9');
        }
        return c < LATIN1 ? isUpperLetter(c) : Internals.isLetterOrDigit(c);
    }

    static boolean isUpperCase(int c) {
        if (c < 128) {
            return within(c, 'A', 'Z');
        }
        return c < LATIN1 ? within(c, 0xc0, 0xde) && c != 0xd7 : Internals.isUpperCase(c);
    }

    static boolean isLowerCase(int c) {
        if (c < 128) {
            return within(c, 'a', 'z');
        }
        if (c < LATIN1) {
            return c >= 0xdf ? c != 0xf7 : c == 0xaa || c == 0xb5 || c == 0xba;
        }
        return Internals.isLowerCase(c);
    }

    static int toLowerCase(int c) {
        if (c < 128) {
            return within(c, 'A', 'Z') ? c + 0x20 : c;
        }
        if (c < LATIN1) {
            return within(c, 0xc0, 0xde) && c != 0xd7 ? c + 0x20 : c;
        }
        return Internals.toLowerCase(c);
    }

    static int toUpperCase(int c) {
        if (c < 128) {
            return within(c, 'a', 'z') ? c - 0x20 : c;
        }
        if (c < LATIN1 && c != 0xb5 && c != 0xff) {
            return c >= 0xe0 && c != 0xf7 ? c - 0x20 : c;
        }
        return Internals.toUpperCase(c);
    }

    /** A new object each time: {@link concrex.Vm#same} knows which of them are one and the same in Java. */
    @SuppressWarnings("removal")
    static java.lang.Character valueOf(char value) {
        return new java.lang.Character(value);
    }
}
