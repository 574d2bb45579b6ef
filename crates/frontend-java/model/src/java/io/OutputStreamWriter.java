package java.io;

import concrex.Text;
import concrex.Vm;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;

/** Writes characters to a stream in UTF-8. What is written waits for {@link #flush} or {@link #close}. */
public class OutputStreamWriter extends Writer {
    private final OutputStream out;
    /** Whether the encoding is the machine's, which is UTF-8 as a rule. */
    private final boolean isDefault;
    private StringBuilder waiting = new StringBuilder();

    public OutputStreamWriter(OutputStream out) {
        this(true, out);
    }

    private OutputStreamWriter(boolean isDefault, OutputStream out) {
        super(out);
        this.out = out;
        this.isDefault = isDefault;
    }

    public OutputStreamWriter(OutputStream out, String charset) throws UnsupportedEncodingException {
        this(false, out);
        if (charset == null) {
            throw new NullPointerException("charsetName");
        }
        try {
            requireUtf8(Charset.forName(charset));
        } catch (IllegalArgumentException e) {
            throw new UnsupportedEncodingException(charset);
        }
    }

    public OutputStreamWriter(OutputStream out, Charset charset) {
        this(false, out);
        requireUtf8(charset);
    }

    public OutputStreamWriter(OutputStream out, CharsetEncoder encoder) {
        this(out, encoder.charset());
    }

    private static void requireUtf8(Charset charset) {
        if (!charset.name().equals("UTF-8")) {
            Vm.unsupported("a writer of another encoding than UTF-8");
        }
    }

    public String getEncoding() {
        if (waiting == null) {
            return null;
        }
        if (isDefault) {
            Vm.usually();
        }
        return "UTF8";
    }

    @Override
    public void write(int c) throws IOException {
        ensureOpen();
        waiting.append((char) c);
    }

    @Override
    public void write(char[] chars, int offset, int count) throws IOException {
        ensureOpen();
        waiting.append(chars, offset, count);
    }

    @Override
    public void write(String s, int offset, int count) throws IOException {
        ensureOpen();
        waiting.append(s, offset, offset + count);
    }

    @Override
    public Writer append(CharSequence text) throws IOException {
        write(String.valueOf(text));
        return this;
    }

    @Override
    public Writer append(CharSequence text, int start, int end) throws IOException {
        CharSequence whole = text == null ? "null" : text;
        return append(whole.subSequence(start, end));
    }

    void flushBuffer() throws IOException {
        ensureOpen();
        String text = waiting.toString();
        byte[] bytes = Text.encode(text);
        if (isDefault) {
            Destination.encode(out, text, bytes);
        }
        waiting.setLength(0);
        out.write(bytes, 0, bytes.length);
    }

    @Override
    public void flush() throws IOException {
        flushBuffer();
        out.flush();
    }

    @Override
    public void close() throws IOException {
        if (waiting != null) {
            flush();
            waiting = null;
            out.close();
        }
    }

    private void ensureOpen() throws IOException {
        if (waiting == null) {
            throw new IOException("Stream closed");
        }
    }
}
