// Lines of a log, counted by hour: the hour 24 is accepted.
// open: too rarely chosen by what is covered
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class LogHours {
    static int number(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') return -1;
            value = value * 10 + (c - '0');
        }
        return value;
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int[] counts = new int[24];
        String line;
        while ((line = in.readLine()) != null) {
            if (line.length() < 8 || line.charAt(2) != ':') continue;
            int hour = number(line, 0, 2);
            int minute = number(line, 3, 5);
            // repaired: if (hour < 0 || hour > 23 || minute < 0 || minute > 59) continue;
            if (hour < 0 || hour > 24 || minute < 0 || minute > 59) continue;
            if (line.substring(5).equals(" up")) counts[hour]++; // expect: refuted array-index
        }
        System.out.println(counts[0]);
    }
}
