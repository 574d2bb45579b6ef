package concrex.patch.java.lang;

import concrex.Vm;

/** Numbers as bits. */
final class Double {
    private Double() {}

    static long doubleToRawLongBits(double d) {
        return Vm.doubleBits(d);
    }

    static double longBitsToDouble(long bits) {
        return Vm.bitsDouble(bits);
    }
}
