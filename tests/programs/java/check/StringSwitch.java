import org.sosy_lab.sv_benchmarks.Verifier;

class StringSwitch {
    static int days(String unit) {
        switch (unit) {
            case "day":
                return 1;
            case "week":
                return 7;
            case "year":
                return 365;
            default:
                throw new IllegalArgumentException(unit); // expect: refuted exception
        }
    }

    public static void main(String[] args) {
        String[] units = {"day", "week", "month", "year"};
        int choice = Verifier.nondetInt();
        Verifier.assume(choice >= 0 && choice < 4);
        days(units[choice]);
    }
}
