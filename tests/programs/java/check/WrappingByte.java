// A byte wraps after 256 commands of one kind, among others.
import org.sosy_lab.sv_benchmarks.Verifier;

class WrappingByte {
    public static void main(String[] args) {
        byte pushed = 0;
        boolean empty = true;
        while (Verifier.nondetBoolean()) {
            int command = Verifier.nondetInt();
            if (command == 1) {
                pushed++;
                empty = false;
            } else if (command == 2) {
                pushed = 0;
                empty = true;
            } else if (command == 3) {
                assert empty || pushed != 0; // expect: refuted assert
            }
        }
    }
}
