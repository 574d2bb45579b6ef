// The directory of an FTP session, kept in SIZE characters, as in ftp-path.c.
import java.io.IOException;

public class FtpPath {
    static final int SIZE = 50;
    static final int LONGEST_LINE = 48;

    enum State { NEED_USER, NEED_PASSWORD, READY }

    static final class Session {
        State state = State.NEED_USER;
        String user = "";
        final char[] path = new char[SIZE + 8];
        int used;
        int failures;
        char type = 'A';

        void up() {
            while (used > 1 && path[used - 1] != '/') {
                used--;
            }
            if (used > 1) {
                used--;
            }
        }

        void down(String name) {
            // repaired: if (used + name.length() + 1 > path.length) return;
            if (name.equals(".")) return;
            if (path[used - 1] != '/') {
                path[used++] = '/';
            }
            for (int i = 0; i < name.length(); i++) {
                path[used++] = name.charAt(i);
            }
        }

        void changeDirectory(String name) {
            int start = 0;
            if (name.startsWith("/")) {
                used = 1;
                start = 1;
            }
            while (start < name.length()) {
                int end = name.indexOf('/', start);
                if (end < 0) {
                    end = name.length();
                }
                String part = name.substring(start, end);
                if (part.equals("..")) {
                    up();
                } else if (!part.isEmpty()) {
                    down(part);
                }
                start = end + 1;
            }
        }

        void logIn(String command, String argument) {
            if (command.equals("USER")) {
                user = argument;
                state = State.NEED_PASSWORD;
            } else if (command.equals("PASS") && state == State.NEED_PASSWORD) {
                if (user.equals("ftp")) {
                    state = State.READY;
                    path[0] = '/';
                    used = 1;
                } else {
                    failures++;
                    state = State.NEED_USER;
                }
            }
        }

        boolean execute(String command, String argument) {
            if (command.equals("QUIT") || failures > 3) {
                return false;
            }
            if (state != State.READY) {
                logIn(command, argument);
                return true;
            }
            switch (command) {
                case "CWD":
                    changeDirectory(argument);
                    break;
                case "CDUP":
                    up();
                    break;
                case "TYPE":
                    type = argument.isEmpty() ? 'A' : argument.charAt(0);
                    break;
                default:
                    break;
            }
            return true;
        }
    }

    static String readLine() throws IOException {
        char[] line = new char[LONGEST_LINE];
        int length = 0;
        int c = System.in.read();
        while (c != -1 && c != '\n') {
            if (length < line.length) {
                line[length++] = (char) c;
            }
            c = System.in.read();
        }
        return c == -1 ? null : new String(line, 0, length);
    }

    public static void main(String[] arguments) throws IOException {
        Session session = new Session();
        for (String line = readLine(); line != null; line = readLine()) {
            int space = line.indexOf(' ');
            String command = space < 0 ? line : line.substring(0, space);
            String argument = space < 0 ? "" : line.substring(space + 1);
            if (!session.execute(command, argument)) {
                break;
            }
        }
    }
}
