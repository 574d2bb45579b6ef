import java.util.function.IntUnaryOperator;

/** A class with most of what a class file can hold, and little that it runs. */
public class Victim implements Comparable<Victim> {
    static final long WIDE = 1L << 40;
    static final String NAME = "v\u00efctim";
    static int count;
    private final double weight;
    private int[][] grid = new int[2][3];

    static {
        count = NAME.length();
    }

    Victim(double weight) {
        this.weight = weight;
    }

    @Override
    public int compareTo(Victim other) {
        return Double.compare(weight, other.weight);
    }

    static int choose(int n) {
        switch (n) {
            case 1:
            case 2:
            case 3:
                return 7;
            case 1000:
                return 8;
            default:
                return n > 5 ? n : -n;
        }
    }

    static int guarded(Object object, int n) {
        try {
            int[] numbers = (int[]) object;
            numbers[n] /= n;
            return numbers[n];
        } catch (ClassCastException | ArithmeticException expected) {
            return -1;
        } finally {
            count++;
        }
    }

    synchronized long sum() {
        long sum = WIDE;
        for (int[] row : grid) {
            for (int cell : row) {
                sum += cell;
            }
        }
        return sum;
    }

    public static void main(String[] args) {
        IntUnaryOperator twice = n -> 2 * n + count;
        Victim victim = new Victim(0.5f + choose(3));
        Object object = count > 3 ? victim.grid[0] : "text" + count;
        assert guarded(object, 1) < 4 : "no";
        count = twice.applyAsInt((int) victim.sum());
        if (object instanceof int[] && victim.compareTo(victim) != 0) {
            throw new IllegalStateException();
        }
    }
}
