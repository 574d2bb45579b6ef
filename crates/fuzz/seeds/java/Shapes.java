import java.util.function.IntBinaryOperator;

/** Little that reaches into the library, so that reading it is fast. */
public class Shapes {
    interface Shape { int area(); default int twice() { return 2 * area(); } }
    record Square(int side) implements Shape { public int area() { return side * side; } }
    enum Color { RED, GREEN; Color next() { return values()[(ordinal() + 1) % 2]; } }
    sealed interface Tree permits Leaf, Fork {}
    static final class Leaf implements Tree { final long value; Leaf(long value) { this.value = value; } }
    static final class Fork implements Tree { Tree left, right; }

    static long sum(Tree tree) {
        if (tree instanceof Leaf leaf) return leaf.value;
        if (tree instanceof Fork fork) return sum(fork.left) + sum(fork.right);
        throw new IllegalArgumentException();
    }

    static int loop(int[] items, double scale, char c) {
        int total = 0;
        for (int i = 0; i < items.length; i++) {
            total += (int) (items[i] * scale) << c;
            switch (items[i]) { case -1: total--; break; case 100000: return total; default: total ^= i; }
        }
        return total;
    }

    public static void main(String[] args) {
        IntBinaryOperator add = (a, b) -> a + b;
        Shape shape = new Square(3);
        int[][] grid = new int[2][3];
        try {
            grid[args.length][0] = add.applyAsInt(shape.area(), shape.twice());
            synchronized (shape) { assert loop(grid[0], 1.5, 'a') >= 0; }
        } catch (ArrayIndexOutOfBoundsException e) {
            grid = null;
        } finally {
            sum(new Leaf(7L));
        }
    }
}
