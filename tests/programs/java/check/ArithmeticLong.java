import org.sosy_lab.sv_benchmarks.Verifier;

class ArithmeticLong {
    public static void main(String[] args) {
        long key = Verifier.nondetLong();
        long rest = 1000 % (key ^ 0x123456789abcdefL); // expect: refuted arithmetic
        System.out.println(rest);
    }
}
