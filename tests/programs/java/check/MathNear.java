// expect: proved
// The JVM may give a sine or a power that differs in its last bit, and these hold all the same.
class MathNear {
    public static void main(String[] args) {
        double sine = Math.sin(Math.PI / 2);
        assert sine <= 1 && sine > 0.99;
        assert Math.pow(2, 10) == 1024 && Math.pow(2, -1) == 0.5 && Math.pow(0.1, 1) == 0.1;
        assert Math.log10(1000) == 3 && Math.exp(0) == 1 && Math.cos(0) == 1;
        assert (int) Math.log(100) == 4;
        assert Math.sqrt(16) == 4 && Math.cbrt(27) == 3 && Math.hypot(3, 4) == 5;
        assert StrictMath.sin(1) == 0.8414709848078965;
    }
}
