// An exception that the library throws belongs to the call.
import org.sosy_lab.sv_benchmarks.Verifier;

class Exact {
    public static void main(String[] args) {
        int balance = Verifier.nondetInt();
        int deposit = Verifier.nondetInt();
        Verifier.assume(balance >= 0 && deposit >= 0);
        int sum = Math.addExact(balance, deposit); // expect: refuted exception
        assert sum >= balance;
    }
}
