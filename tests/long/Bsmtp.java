// A message as batched SMTP, in pieces of SIZE characters, as in bsmtp.c.
import java.io.IOException;

public class Bsmtp {
    static final int SIZE = 50;
    static final int ROOM = SIZE + 4;
    static final int LONGEST = 4 * ROOM + 256;

    enum Type { NONE, RAW, BSMTP }

    static final class Message {
        Type type = Type.NONE;
        final char[] raw = new char[LONGEST];
        int rawLength;
        int start;
    }

    static int written;

    static int fullWrite(char[] from, int start, int length) {
        for (int i = 0; i < length; i++) {
            written += from[start + i] == '\n' ? 1 : 0;
        }
        return length;
    }

    static boolean readRaw(Message message) throws IOException {
        int c = System.in.read();
        while (c != -1) {
            if (message.rawLength == message.raw.length) {
                return false;
            }
            message.raw[message.rawLength++] = (char) c;
            c = System.in.read();
        }
        message.type = Type.RAW;
        return true;
    }

    static boolean startsWith(Message message, int at, String what) {
        for (int i = 0; i < what.length(); i++) {
            if (at + i >= message.rawLength || message.raw[at + i] != what.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    static boolean readBsmtp(Message message) {
        if (!startsWith(message, 0, "HELO")) {
            return false;
        }
        for (int i = 0; i < message.rawLength; i++) {
            if (startsWith(message, i, "\nDATA\n")) {
                message.start = i + 6;
                message.type = Type.BSMTP;
                return true;
            }
        }
        return false;
    }

    static int write(Message message) {
        switch (message.type) {
            case RAW:
                return fullWrite(message.raw, 0, message.rawLength);
            case BSMTP:
                return writeBsmtp(message);
            default:
                return -1;
        }
    }

    static int writeBsmtp(Message message) {
        char[] buffer = new char[ROOM];
        char[] out = message.raw;
        int end = message.rawLength;
        int total = fullWrite(out, 0, message.start);
        int i = message.start;
        while (i < end) {
            // repaired: int limit = buffer.length - 2;
            int limit = buffer.length - 1;
            int j = 0;
            while (i < end && j < limit) {
                if (i + 1 < end && out[i] == '\n' && out[i + 1] == '.') {
                    buffer[j++] = out[i++];
                    buffer[j++] = out[i++];
                    buffer[j++] = '.';
                } else {
                    buffer[j++] = out[i++];
                }
            }
            total += fullWrite(buffer, 0, j);
        }
        return total;
    }

    public static void main(String[] arguments) throws IOException {
        Message message = new Message();
        if (!readRaw(message)) {
            return;
        }
        readBsmtp(message);
        if (write(message) < 0) {
            System.out.println("no message");
        }
    }
}
