/** The constants of an enum take what is there when it is first used, which is long after main began. */
public class EnumUsedLate {
    private static int tax;

    enum Rate {
        FULL(100),
        REDUCED(50);

        private final int percent;

        Rate(int base) {
            percent = base + tax;
        }
    }

    public static void main(String[] args) {
        tax = 7;
        int sum = 0;
        for (Rate rate : Rate.values()) {
            sum += rate.percent;
        }
        assert sum == 150; // expect: refuted assert
    }
}
