// What is around the address of a header, in a buffer of SIZE characters, as in crackaddr.c.
// open at 5000: not found in time on a loaded machine
import java.io.IOException;

public class Crackaddr {
    static final int SIZE = 50;
    static final int ROOM = SIZE + 24;
    static final int LONGEST_LINE = 8 * SIZE + 256;

    static final class Scanner {
        final char[] buffer = new char[ROOM];
        int used;
        int limit = ROOM - 10;
        int copying;
        int parentheses;
        int realParentheses;
        int angles;
        boolean isQuoted;
        boolean hasMacro;

        void put(char c) {
            buffer[used++] = c;
        }

        void open(boolean isSkipping) {
            realParentheses++;
            if (isSkipping) {
                return;
            }
            limit--;
            parentheses++;
            if (copying++ == 0) {
                put('(');
            }
        }

        void close() {
            realParentheses--;
            if (parentheses > 0) {
                parentheses--;
                copying--;
                // repaired: limit++;
                limit += 2;
            }
        }

        void angle(char c, boolean isSkipping) {
            if (c == '<' && !isSkipping) {
                limit--;
                angles++;
                hasMacro = false;
                put('<');
            } else if (c == '>' && angles > 0) {
                angles--;
                limit++;
                put('>');
            }
        }

        void scan(char c) {
            boolean isSkipping = used >= limit;
            if (copying > 0 && !isSkipping) {
                put(c);
            }
            if (c == '"' && realParentheses == 0) {
                isQuoted = !isQuoted;
            } else if (isQuoted) {
                macro(isSkipping);
            } else if (c == '(') {
                open(isSkipping);
            } else if (realParentheses > 0) {
                if (c == ')') {
                    close();
                }
            } else if (c == '<' || c == '>') {
                angle(c, isSkipping);
            } else {
                macro(isSkipping);
            }
        }

        void macro(boolean isSkipping) {
            if (copying == 0 && !hasMacro && !isSkipping) {
                put('$');
                put('g');
                hasMacro = true;
            }
        }
    }

    static int readLine(char[] line) throws IOException {
        int length = 0;
        int c = System.in.read();
        while (c != -1 && c != '\n') {
            if (length == line.length) {
                return 0;
            }
            line[length++] = (char) c;
            c = System.in.read();
        }
        return length;
    }

    static int colon(char[] line, int length) {
        for (int i = 0; i < length; i++) {
            if (line[i] == ':') {
                return i;
            }
        }
        return -1;
    }

    public static void main(String[] arguments) throws IOException {
        char[] line = new char[LONGEST_LINE];
        int length = readLine(line);
        while (length > 0) {
            int colon = colon(line, length);
            if (colon < 0) {
                return;
            }
            String name = new String(line, 0, colon);
            if (name.equals("From") || name.equals("To")) {
                Scanner scanner = new Scanner();
                for (int i = colon + 1; i < length; i++) {
                    scanner.scan(line[i]);
                }
            }
            length = readLine(line);
        }
    }
}
