import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

class ReaderNumbers {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int large = 0;
        String line;
        while ((line = in.readLine()) != null) {
            try {
                if (Integer.parseInt(line.trim()) > 9) {
                    large++;
                }
            } catch (NumberFormatException e) {
                System.err.println("not a number: " + line);
            }
        }
        assert large < 1; // expect: refuted assert
    }
}
