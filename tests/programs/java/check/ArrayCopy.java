import org.sosy_lab.sv_benchmarks.Verifier;

class ArrayCopy {
    public static void main(String[] args) {
        int[] from = {1, 2, 3, 4};
        int[] to = new int[4];
        int start = Verifier.nondetInt();
        Verifier.assume(start >= 0 && start <= 4);
        System.arraycopy(from, 0, to, start, 3); // expect: refuted exception
        assert to[3] != 4;
    }
}
