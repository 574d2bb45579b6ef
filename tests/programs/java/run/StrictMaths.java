public class StrictMaths {
    static long state = 42;

    static double next(double from, double to) {
        state = state * 6364136223846793005L + 1442695040888963407L;
        return from + (state >>> 11) * 0x1.0p-53 * (to - from);
    }

    public static void main(String[] args) {
        for (int i = 0; i < 40; i++) {
            double unit = next(-1, 1);
            double small = next(-20, 20);
            double large = next(-1e7, 1e7);
            System.out.println(StrictMath.sin(small) + " " + StrictMath.cos(large) + " " + StrictMath.tan(large));
            System.out.println(StrictMath.log(large * large) + " " + StrictMath.log10(small * small));
            System.out.println(StrictMath.exp(small) + " " + StrictMath.pow(small * small, unit));
            System.out.println(Math.asin(unit) + " " + Math.acos(unit) + " " + Math.atan(small));
            System.out.println(Math.atan2(small, unit) + " " + Math.atan2(large, -small));
            System.out.println(Math.sinh(small) + " " + Math.cosh(small) + " " + Math.tanh(unit));
            System.out.println(Math.expm1(unit) + " " + Math.log1p(unit));
            System.out.println(Math.cbrt(large) + " " + Math.hypot(small, large));
        }
        System.out.println(new java.util.Random(7).nextGaussian());
        System.out.println(StrictMath.sin(1e300) + " " + StrictMath.cos(Double.NaN));
        System.out.println(Math.sinh(Double.NEGATIVE_INFINITY) + " " + Math.atan2(-0.0, -1));
    }
}
