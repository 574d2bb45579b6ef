public class MathExact {
    public static void main(String[] args) {
        System.out.println(Math.sqrt(144) + " " + Math.sqrt(2) + " " + Math.sqrt(-1) + " " + Math.cbrt(27));
        System.out.println(Math.floor(-1.5) + " " + Math.ceil(-1.5) + " " + Math.rint(2.5) + " " + Math.rint(3.5) + " " + Math.ceil(-0.5));
        System.out.println(Math.round(2.5) + " " + Math.round(-2.5) + " " + Math.round(-2.51) + " " + Math.round(0.49999999999999994));
        System.out.println(Math.round(1e20) + " " + Math.round(Double.NaN) + " " + Math.round(2.5f) + " " + Math.round(-1e10f));
        System.out.println(Math.pow(2, 10) + " " + Math.pow(2, -1) + " " + Math.pow(0, 0) + " " + Math.pow(-8, 1.0 / 3) + " " + Math.pow(9, 0.5));
        System.out.println(Math.abs(-5) + " " + Math.abs(-5.5) + " " + Math.abs(-0.0) + " " + Math.signum(-3.0));
        System.out.println(Math.hypot(3, 4) + " " + Math.atan2(0, -1) + " " + Math.atan2(0, 1));
        System.out.println(Math.sin(0) + " " + Math.cos(0) + " " + Math.tan(0) + " " + Math.exp(0) + " " + Math.log(1) + " " + Math.log10(1000));
        System.out.println(Math.log(0) + " " + Math.log(-1) + " " + Math.asin(2) + " " + Math.acos(1));
        System.out.println(Math.toDegrees(Math.PI) + " " + Math.toRadians(180) + " " + Math.E);
        System.out.println(Math.max(3L, 4) + " " + Math.min(-1.5f, 2) + " " + Math.floorMod(-3, 5) + " " + Math.IEEEremainder(5, 3));
        System.out.println(Math.ulp(1.0) + " " + Math.nextUp(1.0) + " " + Math.nextDown(0.0) + " " + Math.getExponent(1024.5) + " " + Math.scalb(1.5, 4));
        System.out.println(Math.copySign(3, -0.0) + " " + Math.fma(2.0, 3.0, 4.0) + " " + Math.absExact(-7));
        System.out.println(StrictMath.sqrt(16) + " " + StrictMath.pow(3, 4) + " " + StrictMath.floor(2.7) + " " + StrictMath.max(1, 2));
    }
}
