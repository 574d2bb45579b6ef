package concrex.patch.java.lang;

import concrex.Text;

/** Digits without tables. */
final class Integer {
    private Integer() {}

    static int getChars(int value, int end, byte[] digits) {
        return Text.decimal(value, end, digits);
    }
}
