// arguments:
class Program {
    private int balance;

    void pay(int amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("a negative amount");
        }
        balance += amount;
    }

    public static void main(String[] arguments) {
        Program account = new Program();
        account.pay(7);
        try {
            account.pay(-1);
        } catch (IllegalArgumentException refused) {
            account.pay(5);
        }
        assert account.balance == 12;
    }
}
