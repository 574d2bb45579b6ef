// expect: proved
import org.sosy_lab.sv_benchmarks.Verifier;

class ArrayIndexOk {
    public static void main(String[] args) {
        int[] days = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
        int month = Verifier.nondetInt();
        if (month < 1 || month > 12) {
            return;
        }
        int length = days[month - 1];
        assert length >= 28;
    }
}
