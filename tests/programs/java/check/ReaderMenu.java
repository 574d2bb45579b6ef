import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

class ReaderMenu {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int balance = 5;
        String line = in.readLine();
        if (line == null) {
            return;
        }
        switch (line) {
            case "in":
                balance += 8;
                break;
            case "out":
                balance -= 8;
                break;
            default:
                System.out.println("in or out?");
        }
        assert balance >= 0; // expect: refuted assert
    }
}
