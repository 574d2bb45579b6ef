// expect: proved
import org.sosy_lab.sv_benchmarks.Verifier;

class OwnExceptionOk {
    static class Overdrawn extends RuntimeException {
        final int missing;

        Overdrawn(int missing) {
            this.missing = missing;
        }
    }

    static int withdraw(int balance, int amount) {
        if (amount > balance) {
            throw new Overdrawn(amount - balance);
        }
        return balance - amount;
    }

    public static void main(String[] args) {
        int amount = Verifier.nondetInt();
        Verifier.assume(amount >= 0 && amount <= 60);
        int left = withdraw(100, amount);
        try {
            withdraw(left, amount);
            assert amount <= 50;
        } catch (Overdrawn overdrawn) {
            assert overdrawn.missing == 2 * amount - 100;
        }
    }
}
