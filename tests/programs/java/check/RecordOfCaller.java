// entry: RecordOfCaller.total
class RecordOfCaller {
    interface Priced {
        int price();
    }

    static class Book implements Priced {
        int price;

        public int price() {
            return price;
        }
    }

    record Gift(String name) implements Priced {
        public int price() {
            return name.length(); // expect: refuted null-pointer
        }
    }

    static int total(Priced first, Priced second) {
        int total = 0;
        if (first != null) {
            total += first.price();
        }
        if (second != null && second != first) {
            total += second.price();
        }
        return total;
    }
}
