// Pairs of keys and values: a value in quotes that has no end.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class KeyValue {
    static String unquote(String value) {
        if (!value.startsWith("\"")) return value;
        int end = value.indexOf('"', 1);
        // repaired: if (end < 0) return "";
        if (end < -1) return "";
        return value.substring(1, end); // expect: refuted exception
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int total = 0;
        String line;
        while ((line = in.readLine()) != null) {
            if (!line.startsWith("set ")) continue;
            int colon = line.indexOf(':');
            if (colon < 5) continue;
            total += unquote(line.substring(colon + 1)).length();
        }
        System.out.println(total);
    }
}
