import org.sosy_lab.sv_benchmarks.Verifier;

class NullPointer {
    int value;

    public static void main(String[] args) {
        NullPointer found = null;
        if (Verifier.nondetInt() != 77) {
            found = new NullPointer();
        }
        found.value = 1; // expect: refuted null-pointer
    }
}
