// exit: 1
public class UncaughtOwnException {
    static class Overdraft extends RuntimeException {
        private final int missing;

        Overdraft(int missing) {
            super("account is short of " + missing);
            this.missing = missing;
        }

        @Override
        public String toString() {
            return "Overdraft[" + missing + "] " + getMessage();
        }
    }

    private int balance = 10;

    void withdraw(int amount) {
        if (amount > balance) {
            throw new Overdraft(amount - balance);
        }
        balance -= amount;
    }

    public static void main(String[] args) {
        UncaughtOwnException account = new UncaughtOwnException();
        account.withdraw(7);
        System.out.println(account.balance);
        account.withdraw(7);
    }
}
