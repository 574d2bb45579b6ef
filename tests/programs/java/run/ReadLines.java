import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class ReadLines {
    public static void main(String[] args) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        int count = Integer.parseInt(reader.readLine().trim());
        int total = 0;
        for (int i = 0; i < count; i++) {
            String[] parts = reader.readLine().split(" ");
            for (String part : parts) {
                total += Integer.parseInt(part);
            }
        }
        System.out.println(total);
        String line;
        while ((line = reader.readLine()) != null) {
            System.out.println("[" + line + "]");
        }
    }
}
