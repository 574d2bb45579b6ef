// Commands for a queue: taking from an empty one is refused, except after `clear`.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class Commands {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int[] items = new int[8];
        int used = 0;
        int size = 0;
        String line;
        while ((line = in.readLine()) != null) {
            if (line.startsWith("put ")) {
                if (used == items.length) return;
                items[used++] = line.length();
                size = used;
            } else if (line.equals("take")) {
                if (size == 0) return;
                used--;
                size = used;
                items[used] = 0; // expect: refuted array-index
            } else if (line.equals("clear")) {
                // repaired: used = size = 0;
                used = 0;
            } else {
                return;
            }
        }
    }
}
