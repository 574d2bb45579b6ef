// Roman numbers: what is subtracted is looked for before the first letter.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class Roman {
    static int value(char c) {
        switch (c) {
            case 'I': return 1;
            case 'V': return 5;
            case 'X': return 10;
            case 'L': return 50;
            case 'C': return 100;
            default: return 0;
        }
    }

    public static void main(String[] args) throws IOException {
        String line = new BufferedReader(new InputStreamReader(System.in)).readLine();
        if (line == null || line.length() > 12) return;
        int total = 0;
        for (int i = 0; i < line.length(); i++) {
            int value = value(line.charAt(i));
            if (value == 0) return;
            boolean isSmaller = i + 1 < line.length() && value < value(line.charAt(i + 1));
            total += isSmaller ? -value : value;
        }
        int[] known = new int[120];
        // repaired: if (total < 0 || total >= known.length) return;
        if (total < 0 || total > known.length) return;
        known[total]++; // expect: refuted array-index
    }
}
