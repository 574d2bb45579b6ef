// The caller can give an object of any class below the declared one.
// entry: SubclassOfParameter.use
class SubclassOfParameter {
    abstract static class Account {
        int balance;

        abstract int fee();
    }

    static class Free extends Account {
        int fee() {
            return 0;
        }
    }

    static class Premium extends Account {
        int fee() {
            return balance < 100 ? 5 : -1;
        }
    }

    static void use(Account account) {
        if (account != null) {
            assert account.fee() >= 0; // expect: refuted assert
        }
    }
}
