// At the end of the input there is no line.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

class SystemInLine {
    public static void main(String[] args) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        String line = reader.readLine();
        System.out.println(line.length()); // expect: refuted null-pointer
    }
}
