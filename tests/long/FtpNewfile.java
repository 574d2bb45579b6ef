// The table of shutdown files of an FTP server, as in ftp-newfile.c.
import java.io.IOException;

public class FtpNewfile {
    static final int SIZE = 50;
    static final int LONGEST_LINE = 64;
    static final int MOST_ARGUMENTS = 4;

    static final class Host {
        final String address;
        String root = "/";
        boolean isOpen = true;

        Host(String address) {
            this.address = address;
        }
    }

    static final class Settings {
        final String[] files = new String[SIZE];
        int fileCount;
        final Host[] hosts = new Host[4];
        int hostCount;
        boolean isVerbose;

        boolean newFile(String path) {
            // repaired: if (fileCount >= files.length) return false;
            if (path.isEmpty()) return false;
            files[fileCount++] = path;
            return true;
        }

        Host host(String address) {
            for (int i = 0; i < hostCount; i++) {
                if (hosts[i].address.equals(address)) {
                    return hosts[i];
                }
            }
            if (hostCount == hosts.length) {
                return null;
            }
            hosts[hostCount] = new Host(address);
            return hosts[hostCount++];
        }
    }

    static final class Line {
        final char[] text = new char[LONGEST_LINE];
        int length;
        boolean isLast;

        /** Reads a line; what is too long is cut off. */
        boolean read() throws IOException {
            length = 0;
            int c = System.in.read();
            while (c != -1 && c != '\n') {
                if (length < text.length) {
                    text[length++] = (char) c;
                }
                c = System.in.read();
            }
            isLast = c == -1;
            return length > 0 || !isLast;
        }

        int split(String[] words) {
            int count = 0;
            int at = 0;
            while (count < words.length) {
                while (at < length && text[at] == ' ') {
                    at++;
                }
                if (at >= length || text[at] == '#') {
                    break;
                }
                int start = at;
                while (at < length && text[at] != ' ') {
                    at++;
                }
                words[count++] = new String(text, start, at - start);
            }
            return count;
        }
    }

    static void virtual(Settings settings, String[] words, int count) {
        if (count < 3) {
            return;
        }
        Host host = settings.host(words[1]);
        if (host == null) {
            return;
        }
        if (words[2].equals("root") && count > 3) {
            host.root = words[3];
        } else if (words[2].equals("closed")) {
            host.isOpen = false;
        }
    }

    static void directive(Settings settings, String[] words, int count) {
        switch (words[0]) {
            case "shutdown":
                if (count >= 2 && words[1].charAt(0) == '/') {
                    settings.newFile(words[1]);
                }
                break;
            case "virtual":
                virtual(settings, words, count);
                break;
            case "verbose":
                settings.isVerbose = true;
                break;
            default:
                break;
        }
    }

    public static void main(String[] arguments) throws IOException {
        Settings settings = new Settings();
        Line line = new Line();
        String[] words = new String[MOST_ARGUMENTS];
        while (line.read()) {
            int count = line.split(words);
            if (count > 0) {
                directive(settings, words, count);
            }
            if (line.isLast) {
                break;
            }
        }
    }
}
