public class FloatCorners {
    static double zero = 0.0;

    public static void main(String[] args) {
        double nan = zero / zero;
        System.out.println(1 / zero + " " + -1 / zero + " " + nan);
        System.out.println((nan == nan) + " " + (nan != nan) + " " + (nan < 1) + " " + !(nan >= 1));
        System.out.println(Double.valueOf(nan).equals(nan) + " " + Double.compare(nan, 1) + " " + Double.compare(-0.0, 0.0));
        System.out.println((0.0 == -0.0) + " " + Double.valueOf(0.0).equals(-0.0) + " " + 1 / -0.0);
        System.out.println((int) nan + " " + (int) 1e10 + " " + (int) -1e10 + " " + (long) 1e19 + " " + (long) Float.NEGATIVE_INFINITY);
        System.out.println((int) 3.99 + " " + (int) -3.99 + " " + (byte) 300.7 + " " + (char) 65.9 + " " + (short) 1e6);
        System.out.println(5.5 % 2 + " " + -5.5 % 2 + " " + 5.5 % -2 + " " + 5 % Double.POSITIVE_INFINITY + " " + 5.0 % 0);
        System.out.println(1e308 * 10 + " " + Double.MIN_VALUE / 2 + " " + 4.9e-324);
        System.out.println(0.1 + 0.2);
        System.out.println(0.1f + 0.2f);
        System.out.println((float) 0.1 + " " + (double) 0.1f);
        System.out.println(16777216f + 1f);
        System.out.println((float) (1L << 53) + " " + (double) ((1L << 53) + 1) + " " + (float) Long.MAX_VALUE);
        System.out.println((double) 123456789012345678L + " " + (float) 123456789);
        float f = 1;
        f += 1e-9;
        System.out.println(f);
        double d = 10;
        d /= 4;
        d++;
        d -= 0.5f;
        System.out.println(d);
        System.out.println(Double.isNaN(nan) + " " + Double.isInfinite(1 / zero) + " " + Float.isFinite(1e38f * 10));
        System.out.println(Float.MAX_VALUE + " " + Float.MIN_VALUE + " " + Double.MAX_VALUE);
        System.out.println(Double.doubleToLongBits(1.0) + " " + Float.floatToIntBits(-2.0f) + " " + Double.longBitsToDouble(1));
        System.out.println(Float.intBitsToFloat(0x7fc00001) + " " + Double.doubleToLongBits(nan));
        System.out.println(Math.max(-0.0, 0.0) + " " + Math.min(-0.0f, 0.0f) + " " + Math.max(1, nan));
        System.out.println(Double.toHexString(1.5) + " " + Double.hashCode(2.5) + " " + Float.hashCode(2.5f));
    }
}
