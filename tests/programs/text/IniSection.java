// A file of settings: a number is read in one section without a look at what it is.
// open: too rarely chosen by what is covered
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class IniSection {
    static boolean isNumber(String text) {
        if (text.isEmpty() || text.length() > 6) return false;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') return false;
        }
        return true;
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        String section = "";
        int total = 0;
        String line;
        while ((line = in.readLine()) != null) {
            if (line.startsWith("[") && line.endsWith("]")) {
                section = line.substring(1, line.length() - 1);
                continue;
            }
            int equals = line.indexOf('=');
            if (equals < 0) continue;
            String key = line.substring(0, equals);
            String value = line.substring(equals + 1);
            if (section.equals("server") && key.equals("port")) {
                // repaired: if (isNumber(value)) total += Integer.parseInt(value);
                total += Integer.parseInt(value); // expect: refuted exception
            } else if (isNumber(value)) {
                total += value.length();
            }
        }
        System.out.println(total);
    }
}
