import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

class ReaderParse {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        String line = in.readLine();
        if (line != null) {
            System.out.println(Integer.parseInt(line)); // expect: refuted number-format
        }
    }
}
