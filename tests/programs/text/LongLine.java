// A line that is copied into an array of fixed size behind a keyword.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class LongLine {
    public static void main(String[] args) throws IOException {
        String line = new BufferedReader(new InputStreamReader(System.in)).readLine();
        if (line == null || !line.startsWith("title=")) return;
        char[] title = new char[40];
        int used = 0;
        for (int i = 6; i < line.length(); i++) {
            // repaired: if (used == title.length) break;
            if (used > title.length) break;
            if (line.charAt(i) != ' ') title[used++] = line.charAt(i); // expect: refuted array-index
        }
        System.out.println(used);
    }
}
