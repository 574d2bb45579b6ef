package concrex;

/**
 * What Java leaves open of the functions that the JVM computes in its own way: a result is one of the two numbers beside
 * the exact one, so it is the machine's or one of its neighbours. A run takes the machine's.
 */
public final class Accuracy {
    /** Beyond so many results, only what does not depend on them is looked at. */
    private static final int MOST = 2;
    /** Integers up to this are exact. */
    private static final double LARGEST_INTEGER = 9007199254740992.0;

    private static int count;

    private Accuracy() {}

    /** The result of a function whose machine's value this is. */
    public static double near(double value) {
        if (value != value || value == 0 || value - value != 0) {
            return value;
        }
        int offset = Vm.inaccuracy();
        if (offset == 0) {
            count++;
            return value;
        }
        if (count >= MOST) {
            Vm.unsupported("what depends on the last bits of Math.sin, cos, tan, exp, log, log10 and pow");
        }
        count++;
        if (offset == 1) {
            return Vm.bitsDouble(Vm.doubleBits(value) + 1);
        }
        Vm.assume(offset == -1);
        return Vm.bitsDouble(Vm.doubleBits(value) - 1);
    }

    /** The same of a function whose values are at most 1. */
    public static double unit(double value) {
        double result = near(value);
        Vm.assume(!(result > 1 || result < -1));
        return result;
    }

    /** The logarithm of a power of ten is exact. */
    public static double log10(double x, double value) {
        double power = 1;
        for (int i = 0; i <= 22; i++) {
            if (x == power) {
                return i;
            }
            power *= 10;
        }
        // The machine's own may be further away.
        return near(near(value));
    }

    /** A power of integers is exact if it can be, and so is the first one of anything. */
    public static double pow(double x, double y, double value) {
        if (y == 1 || x == Vm.math1("rint", x) && y == Vm.math1("rint", y) && isExact(x, y, value)) {
            return value;
        }
        return near(value);
    }

    private static boolean isExact(double x, double y, double value) {
        return y >= 0 && value <= LARGEST_INTEGER && value >= -LARGEST_INTEGER || isPowerOfTwo(x) && isPowerOfTwo(value);
    }

    private static boolean isPowerOfTwo(double x) {
        return (Vm.doubleBits(x) & 0xfffffffffffffL) == 0;
    }
}
