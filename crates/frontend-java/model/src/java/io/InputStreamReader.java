package java.io;

import concrex.StandardInput;
import concrex.Text;
import concrex.Vm;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.util.Objects;

/** Reads characters of a stream in UTF-8 or ISO 8859-1, never further ahead than a line. */
public class InputStreamReader extends Reader {
    private static final int REPLACEMENT = 0xfffd;

    /** How many bytes are read at once. */
    private static final int ROOM = 128;

    private InputStream in;
    private final boolean utf8;
    /** Whether the encoding is the machine's, which is UTF-8 as a rule. */
    private final boolean isDefault;
    /** What was read of the stream; null if nothing of it is left, since what it was makes no difference then. */
    private byte[] bytes;
    private int next;
    private int end;
    /** Whether each of the bytes is a character. */
    private boolean plain;
    /** A character of which only the first half was given; 0 if there is none. */
    private char lowSurrogate;

    public InputStreamReader(InputStream in) {
        super(in);
        this.in = in;
        this.utf8 = true;
        this.isDefault = true;
    }

    public InputStreamReader(InputStream in, String charset) throws UnsupportedEncodingException {
        super(in);
        this.in = in;
        this.utf8 = isUtf8(lookup(charset));
        this.isDefault = false;
    }

    public InputStreamReader(InputStream in, Charset charset) {
        super(in);
        this.in = in;
        this.utf8 = isUtf8(charset);
        this.isDefault = false;
    }

    public InputStreamReader(InputStream in, CharsetDecoder decoder) {
        this(in, decoder.charset());
    }

    private static Charset lookup(String name) throws UnsupportedEncodingException {
        if (name == null) {
            throw new NullPointerException("charsetName");
        }
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException e) {
            throw new UnsupportedEncodingException(name);
        }
    }

    private static boolean isUtf8(Charset charset) {
        String name = charset.name();
        if (name.equals("UTF-8")) {
            return true;
        }
        if (!name.equals("ISO-8859-1")) {
            Vm.unsupported("a reader of this encoding");
        }
        return false;
    }

    public String getEncoding() {
        if (in == null) {
            return null;
        }
        if (isDefault) {
            Vm.usually();
        }
        return utf8 ? "UTF8" : "ISO8859_1";
    }

    @Override
    public boolean ready() throws IOException {
        ensureOpen();
        return next < end || in.available() > 0;
    }

    @Override
    public void close() throws IOException {
        if (in != null) {
            in.close();
            in = null;
        }
    }

    @Override
    public int read() throws IOException {
        ensureOpen();
        if (lowSurrogate != 0) {
            char low = lowSurrogate;
            lowSurrogate = 0;
            return low;
        }
        int b = nextByte();
        if (plain) {
            return b;
        }
        if (b < 0x80) {
            return b;
        }
        int point = decode(b);
        if (point < 0x10000) {
            return point;
        }
        lowSurrogate = Character.lowSurrogate(point);
        return Character.highSurrogate(point);
    }

    @Override
    public int read(char[] chars, int offset, int count) throws IOException {
        ensureOpen();
        Objects.checkFromIndexSize(offset, count, chars.length);
        if (count > 0 && next == end && lowSurrogate == 0 && !fill()) {
            return -1;
        }
        return plain ? copy(chars, offset, count) : decode(chars, offset, count);
    }

    private int copy(char[] chars, int offset, int count) {
        int copied = Math.min(count, end - next);
        for (int i = 0; i < copied; i++) {
            chars[offset + i] = (char) (bytes[next + i] & 0xff);
        }
        next += copied;
        if (next == end) {
            forget();
        }
        return copied;
    }

    private int decode(char[] chars, int offset, int count) throws IOException {
        int read = 0;
        while (read < count) {
            int c = read();
            if (c < 0) {
                return read == 0 ? -1 : read;
            }
            chars[offset + read] = (char) c;
            read++;
            if (next == end && lowSurrogate == 0) {
                return read;
            }
        }
        return read;
    }

    private void ensureOpen() throws IOException {
        if (in == null) {
            throw new IOException("Stream closed");
        }
    }

    private int nextByte() throws IOException {
        if (next == end && !fill()) {
            return -1;
        }
        return bytes[next++] & 0xff;
    }

    private void forget() {
        bytes = null;
        next = 0;
        end = 0;
    }

    private boolean fill() throws IOException {
        bytes = new byte[ROOM];
        int count = in instanceof StandardInput standard
                ? standard.readLine(bytes, 0, bytes.length)
                : in.read(bytes, 0, bytes.length);
        if (count <= 0) {
            forget();
            return false;
        }
        next = 0;
        end = count;
        plain = true;
        if (utf8 && !Text.isAscii(bytes, 0, end)) {
            Vm.later();
            if (isDefault) {
                Vm.usually();
            }
            plain = false;
        }
        return true;
    }

    /** The code point that begins with a byte above 0x7f; what is no character is replaced. */
    private int decode(int first) throws IOException {
        if (first >= 0xc2 && first <= 0xdf) {
            int second = continuation(0x80, 0xbf);
            return second < 0 ? REPLACEMENT : (first & 0x1f) << 6 | second;
        }
        if (first >= 0xe0 && first <= 0xef) {
            int second = continuation(first == 0xe0 ? 0xa0 : 0x80, first == 0xed ? 0x9f : 0xbf);
            int third = second < 0 ? -1 : continuation(0x80, 0xbf);
            return third < 0 ? REPLACEMENT : (first & 0xf) << 12 | second << 6 | third;
        }
        if (first >= 0xf0 && first <= 0xf4) {
            int second = continuation(first == 0xf0 ? 0x90 : 0x80, first == 0xf4 ? 0x8f : 0xbf);
            int third = second < 0 ? -1 : continuation(0x80, 0xbf);
            int fourth = third < 0 ? -1 : continuation(0x80, 0xbf);
            return fourth < 0 ? REPLACEMENT : (first & 7) << 18 | second << 12 | third << 6 | fourth;
        }
        return REPLACEMENT;
    }

    /** The six bits of the next byte if it lies in the range; -1, and the byte stays, if it does not. */
    private int continuation(int lowest, int highest) throws IOException {
        int b = nextByte();
        if (b < 0) {
            return -1;
        }
        if (b < lowest || b > highest) {
            next--;
            return -1;
        }
        return b & 0x3f;
    }
}
