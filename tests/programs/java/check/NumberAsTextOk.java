// expect: proved
import org.sosy_lab.sv_benchmarks.Verifier;

class NumberAsTextOk {
    public static void main(String[] args) {
        int number = Verifier.nondetInt();
        if (number < -9 || number > 99) {
            return;
        }
        assert Integer.parseInt(String.valueOf(number)) == number;
    }
}
