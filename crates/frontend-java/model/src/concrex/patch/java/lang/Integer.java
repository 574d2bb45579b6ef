package concrex.patch.java.lang;

import concrex.Numeral;
import concrex.Text;

/** Digits without tables, and numbers of texts. */
final class Integer {
    private Integer() {}

    static int getChars(int value, int end, byte[] digits) {
        return Text.decimal(value, end, digits);
    }

    static int parseInt(java.lang.String text, int radix) {
        return Numeral.parseInt(text, radix);
    }

    /** A new object each time: {@link concrex.Vm#same} knows which of them are one and the same in Java. */
    @SuppressWarnings("removal")
    static java.lang.Integer valueOf(int value) {
        return new java.lang.Integer(value);
    }
}
