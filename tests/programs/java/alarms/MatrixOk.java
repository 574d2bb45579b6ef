// expect: proved
// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

/** The product of a matrix and a vector. */
class MatrixOk {
    static int[] times(int[][] matrix, int[] vector) {
        int[] result = new int[matrix.length];
        for (int row = 0; row < matrix.length; row++) {
            for (int column = 0; column < vector.length; column++) {
                result[row] += matrix[row][column] * vector[column];
            }
        }
        return result;
    }

    public static void main(String[] args) {
        int[][] matrix = new int[3][5];
        int[] vector = new int[5];
        for (int i = 0; i < 5; i++) {
            vector[i] = Verifier.nondetInt();
            matrix[i % 3][i] = i;
        }
        int[] product = times(matrix, vector);
        assert product.length == 3;
    }
}
