package org.sosy_lab.sv_benchmarks;

import concrex.Vm;

/** The inputs of the programs of SV-COMP. */
public final class Verifier {
    private Verifier() {}

    public static void assume(boolean condition) {
        Vm.assume(condition);
    }

    public static boolean nondetBoolean() {
        return Vm.nondetBoolean();
    }

    public static byte nondetByte() {
        return Vm.nondetByte();
    }

    public static char nondetChar() {
        return Vm.nondetChar();
    }

    public static short nondetShort() {
        return Vm.nondetShort();
    }

    public static int nondetInt() {
        return Vm.nondetInt();
    }

    public static long nondetLong() {
        return Vm.nondetLong();
    }

    public static float nondetFloat() {
        return Vm.nondetFloat();
    }

    public static double nondetDouble() {
        return Vm.nondetDouble();
    }

    public static String nondetString() {
        int length = Vm.nondetInt();
        Vm.assume(length >= 0);
        // As a number that is known, so that nothing after this has to ask for it.
        int known = 0;
        while (known < length) {
            known++;
        }
        char[] chars = new char[known];
        for (int i = 0; i < known; i++) {
            chars[i] = Vm.nondetChar();
        }
        return new String(chars);
    }
}
