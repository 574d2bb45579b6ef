// A text with `${name}` in it: a name that is not known is null.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class Template {
    static String valueOf(String name) {
        if (name.equals("user")) return "somebody";
        if (name.equals("host")) return "here";
        // repaired: return "";
        return null;
    }

    public static void main(String[] args) throws IOException {
        String line = new BufferedReader(new InputStreamReader(System.in)).readLine();
        if (line == null) return;
        int length = 0;
        int at = 0;
        while (at < line.length()) {
            int end = line.indexOf('}', at);
            if (line.startsWith("${", at) && end > 0) {
                String value = valueOf(line.substring(at + 2, end));
                length += value.length(); // expect: refuted null-pointer
                at = end + 1;
            } else {
                length++;
                at++;
            }
        }
        System.out.println(length);
    }
}
