import org.sosy_lab.sv_benchmarks.Verifier;

class Arithmetic {
    public static void main(String[] args) {
        int first = Verifier.nondetInt();
        int second = Verifier.nondetInt();
        int quotient = first / (second * 3 + 1); // expect: refuted arithmetic
        System.out.println(quotient);
    }
}
