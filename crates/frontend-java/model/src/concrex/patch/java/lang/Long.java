package concrex.patch.java.lang;

import concrex.Text;

/** Digits without tables. */
final class Long {
    private Long() {}

    static int getChars(long value, int end, byte[] digits) {
        return Text.decimal(value, end, digits);
    }
}
