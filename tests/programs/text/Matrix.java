// A matrix: the size is read first, and the rows may be longer.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class Matrix {
    static BufferedReader in;

    /** The next number, or -1. */
    static int next() throws IOException {
        int c = in.read();
        while (c == ' ' || c == '\n') c = in.read();
        if (c < '0' || c > '9') return -1;
        int value = 0;
        while (c >= '0' && c <= '9' && value < 1000) {
            value = value * 10 + (c - '0');
            c = in.read();
        }
        return value;
    }

    public static void main(String[] args) throws IOException {
        in = new BufferedReader(new InputStreamReader(System.in));
        int rows = next();
        int columns = next();
        if (rows < 1 || rows > 5 || columns < 1 || columns > 5) return;
        int[][] cells = new int[rows][columns];
        int row = next();
        int column = next();
        if (row < 0 || column < 0) return;
        // repaired: if (row >= rows || column >= columns) return;
        if (row >= rows || column >= columns + rows - 1) return;
        cells[row][column] = 1; // expect: refuted array-index
    }
}
