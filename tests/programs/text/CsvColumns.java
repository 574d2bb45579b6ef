// A table of numbers: a line with too many columns is noticed one column too late.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class CsvColumns {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int[] sums = new int[4];
        String line;
        while ((line = in.readLine()) != null) {
            int column = 0;
            int start = 0;
            while (start <= line.length()) {
                int end = line.indexOf(',', start);
                if (end < 0) end = line.length();
                // repaired: if (column >= 4) break;
                if (column > 4) break;
                sums[column] += end - start; // expect: refuted array-index
                column++;
                start = end + 1;
            }
        }
        System.out.println(sums[0]);
    }
}
