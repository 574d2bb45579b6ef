public class StaticNested {
    static class Counter {
        private static int total;
        private int own;

        Counter hit() {
            own++;
            total++;
            return this;
        }
    }

    static class Matrix {
        private final double[][] cells;

        Matrix(int rows, int columns) {
            cells = new double[rows][columns];
        }

        Matrix set(int row, int column, double value) {
            cells[row][column] = value;
            return this;
        }

        double trace() {
            double sum = 0;
            for (int i = 0; i < Math.min(cells.length, cells[0].length); i++) {
                sum += cells[i][i];
            }
            return sum;
        }
    }

    static class Account {
        private long cents;

        void deposit(long amount) {
            if (amount <= 0) {
                throw new IllegalArgumentException("amount must be positive: " + amount);
            }
            cents += amount;
        }

        @Override
        public String toString() {
            return cents / 100 + "." + (cents % 100 < 10 ? "0" : "") + cents % 100;
        }
    }

    public static void main(String[] args) {
        Counter a = new Counter().hit().hit();
        Counter b = new Counter().hit();
        System.out.println(a.own + " " + b.own + " " + Counter.total);
        System.out.println(new Matrix(2, 3).set(0, 0, 1.5).set(1, 1, 2).set(0, 2, 9).trace());
        Account account = new Account();
        account.deposit(1205);
        System.out.println(account);
        try {
            account.deposit(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
