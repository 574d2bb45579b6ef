// A checked exception that `main` declares ends the program too.
import org.sosy_lab.sv_benchmarks.Verifier;

class CheckedException {
    static class Refused extends Exception {}

    public static void main(String[] args) throws Refused {
        if (Verifier.nondetShort() == -12345) {
            throw new Refused(); // expect: refuted checked-exception
        }
    }
}
