package concrex.patch.java.lang;

import concrex.Text;

/** Digits without tables. */
final class Long {
    private Long() {}

    static int getChars(long value, int end, byte[] digits) {
        return Text.decimal(value, end, digits);
    }

    /** A new object each time: {@link concrex.Vm#same} knows which of them are one and the same in Java. */
    @SuppressWarnings("removal")
    static java.lang.Long valueOf(long value) {
        return new java.lang.Long(value);
    }
}
