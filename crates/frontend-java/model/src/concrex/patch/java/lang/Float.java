package concrex.patch.java.lang;

import concrex.Vm;

/** Numbers as bits. */
final class Float {
    private Float() {}

    static int floatToRawIntBits(float f) {
        return Vm.floatBits(f);
    }

    static float intBitsToFloat(int bits) {
        return Vm.bitsFloat(bits);
    }
}
