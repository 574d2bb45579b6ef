import org.sosy_lab.sv_benchmarks.Verifier;

class OwnException {
    static class Overdrawn extends RuntimeException {
        final int missing;

        Overdrawn(int missing) {
            super("missing " + missing);
            this.missing = missing;
        }
    }

    static int withdraw(int balance, int amount) {
        if (amount > balance) {
            throw new Overdrawn(amount - balance); // expect: refuted exception
        }
        return balance - amount;
    }

    public static void main(String[] args) {
        int amount = Verifier.nondetInt();
        Verifier.assume(amount >= 0 && amount <= 60);
        int left = withdraw(100, amount);
        withdraw(left, amount);
    }
}
