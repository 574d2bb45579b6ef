package concrex;

import java.lang.Internals;

/** Strings as bytes and back, in UTF-8. */
public final class Text {
    private Text() {}

    /** The bytes of a string, and room for {@code extra} more. */
    private static byte[] encode(String s, int extra) {
        byte[] value = Internals.value(s);
        if (Internals.isLatin1(s) && isAscii(value, 0, value.length)) {
            byte[] bytes = new byte[value.length + extra];
            Vm.copy(value, 0, bytes, 0, value.length, 1);
            return bytes;
        }
        byte[] bytes = new byte[encodedLength(s) + extra];
        fill(s, bytes);
        return bytes;
    }

    public static byte[] encode(String s) {
        return encode(s, 0);
    }

    public static byte[] encodeLine(String s) {
        byte[] bytes = encode(s, 1);
        bytes[bytes.length - 1] = '\n';
        return bytes;
    }

    /** One question about all bytes at once, since they are often unknown. */
    public static boolean isAscii(byte[] bytes, int offset, int count) {
        int all = 0;
        for (int i = 0; i < count; i++) {
            all |= bytes[offset + i];
        }
        return all >= 0;
    }

    private static int encodedLength(String s) {
        int length = 0;
        int count = s.length();
        for (int i = 0; i < count; i++) {
            char c = s.charAt(i);
            if (c < 0x80) {
                length++;
            } else if (c < 0x800) {
                length += 2;
            } else if (isPair(s, i)) {
                length += 4;
                i++;
            } else {
                length += Character.isSurrogate(c) ? 1 : 3;
            }
        }
        return length;
    }

    private static void fill(String s, byte[] bytes) {
        int at = 0;
        int count = s.length();
        for (int i = 0; i < count; i++) {
            char c = s.charAt(i);
            if (c < 0x80) {
                bytes[at++] = (byte) c;
            } else if (c < 0x800) {
                bytes[at++] = (byte) (0xc0 | c >> 6);
                bytes[at++] = (byte) (0x80 | c & 0x3f);
            } else if (isPair(s, i)) {
                int point = Character.toCodePoint(c, s.charAt(++i));
                bytes[at++] = (byte) (0xf0 | point >> 18);
                bytes[at++] = (byte) (0x80 | point >> 12 & 0x3f);
                bytes[at++] = (byte) (0x80 | point >> 6 & 0x3f);
                bytes[at++] = (byte) (0x80 | point & 0x3f);
            } else if (Character.isSurrogate(c)) {
                bytes[at++] = '?';
            } else {
                bytes[at++] = (byte) (0xe0 | c >> 12);
                bytes[at++] = (byte) (0x80 | c >> 6 & 0x3f);
                bytes[at++] = (byte) (0x80 | c & 0x3f);
            }
        }
    }

    private static boolean isPair(String s, int i) {
        return Character.isHighSurrogate(s.charAt(i)) && i + 1 < s.length()
                && Character.isLowSurrogate(s.charAt(i + 1));
    }

    public static String decode(byte[] bytes, int offset, int count) {
        if (isAscii(bytes, offset, count)) {
            byte[] value = new byte[count];
            Vm.copy(bytes, offset, value, 0, count, 1);
            return Internals.latin1(value);
        }
        return new String(bytes, offset, count, sun.nio.cs.UTF_8.INSTANCE);
    }

    /**
     * Writes the digits of a number so that they end before {@code end}, and gives where they begin. There are no
     * tables, which would be read at unknown places, and no questions but those of the number's length.
     */
    public static int decimal(int value, int end, byte[] digits) {
        int start = end - Internals.stringSize(value);
        int first = start;
        int rest = -value;
        if (value < 0) {
            digits[first++] = '-';
            rest = value;
        }
        for (int at = end - 1; at >= first; at--) {
            digits[at] = (byte) ('0' - rest % 10);
            rest /= 10;
        }
        return start;
    }

    /** The same for larger numbers. */
    public static int decimal(long value, int end, byte[] digits) {
        int start = end - Internals.stringSize(value);
        int first = start;
        long rest = -value;
        if (value < 0) {
            digits[first++] = '-';
            rest = value;
        }
        for (int at = end - 1; at >= first; at--) {
            digits[at] = (byte) ('0' - rest % 10);
            rest /= 10;
        }
        return start;
    }
}
