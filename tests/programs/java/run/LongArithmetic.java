public class LongArithmetic {
    static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    static long power(long base, int exponent, long modulus) {
        long result = 1;
        for (; exponent > 0; exponent >>= 1) {
            if ((exponent & 1) == 1) {
                result = result * base % modulus;
            }
            base = base * base % modulus;
        }
        return result;
    }

    public static void main(String[] args) {
        System.out.println(Long.MAX_VALUE + 1);
        System.out.println(Long.MIN_VALUE / -1 + " " + Long.MIN_VALUE % -1);
        System.out.println(Long.MIN_VALUE / 10 + " " + Long.MIN_VALUE % 10);
        System.out.println(gcd(1234567890123L, 9876543210L));
        System.out.println(power(3, 1000, 1_000_000_007L));
        System.out.println(Long.compare(-1, 1) + " " + Long.compareUnsigned(-1, 1));
        System.out.println(Long.divideUnsigned(-1, 10) + " " + Long.remainderUnsigned(-1, 10) + " " + Long.toUnsignedString(-1));
        System.out.println(Long.bitCount(-1L) + " " + Long.numberOfLeadingZeros(1) + " " + Long.numberOfTrailingZeros(8));
        System.out.println(Long.toHexString(-255L) + " " + Long.toBinaryString(10) + " " + Long.toString(-255, 16));
        System.out.println(Long.reverse(1) + " " + Long.reverseBytes(1) + " " + Long.rotateLeft(1, 65) + " " + Long.highestOneBit(100));
        System.out.println(Long.parseLong("-9223372036854775808") + Long.valueOf(8));
        System.out.println(Math.multiplyHigh(1L << 40, 1L << 40) + " " + Long.hashCode(1L << 32));
        try {
            Math.addExact(Long.MAX_VALUE, 1);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            Math.multiplyExact(1 << 20, 1 << 20);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            Math.toIntExact(1L << 31);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Math.addExact(1, 2) + " " + Math.negateExact(5) + " " + Math.multiplyExact(3L, 4L));
    }
}
