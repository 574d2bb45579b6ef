import org.sosy_lab.sv_benchmarks.Verifier;

class Strings {
    static String name(int n) {
        return "item-" + n + (n % 2 == 0 ? "e" : "o");
    }

    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        Verifier.assume(n >= 0 && n < 20);
        assert !name(n).equals("item-13o"); // expect: refuted assert
    }
}
