package java.io;

import concrex.Text;
import concrex.Vm;
import java.nio.charset.Charset;
import java.util.Formatter;
import java.util.Locale;

/** Prints text in UTF-8; each call is one write to the stream below. */
public class PrintStream extends FilterOutputStream implements Appendable, Closeable {
    private static final byte[] NEW_LINE = {'\n'};

    /** Whether the encoding is the machine's, which is UTF-8 as a rule. */
    private final boolean isDefault;
    private boolean trouble;

    public PrintStream(OutputStream out) {
        this(out, false);
    }

    public PrintStream(OutputStream out, boolean autoFlush) {
        this(true, out);
    }

    private PrintStream(boolean isDefault, OutputStream out) {
        super(out);
        if (out == null) {
            throw new NullPointerException("Null output stream");
        }
        this.isDefault = isDefault;
    }

    public PrintStream(OutputStream out, boolean autoFlush, String encoding) throws UnsupportedEncodingException {
        this(out, autoFlush, forName(encoding));
    }

    public PrintStream(OutputStream out, boolean autoFlush, Charset charset) {
        this(false, out);
        if (!charset.name().equals("UTF-8")) {
            Vm.unsupported("a PrintStream in another encoding than UTF-8");
        }
    }

    private static Charset forName(String encoding) throws UnsupportedEncodingException {
        try {
            return Charset.forName(encoding);
        } catch (IllegalArgumentException e) {
            throw new UnsupportedEncodingException(encoding);
        }
    }

    private void put(String text, byte[] bytes) {
        if (isDefault) {
            Destination.encode(out, text, bytes);
        }
        write(bytes, 0, bytes.length);
    }

    @Override
    public void write(int b) {
        if (out == null) {
            trouble = true;
            return;
        }
        try {
            out.write(b);
        } catch (IOException e) {
            trouble = true;
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        if (out == null) {
            trouble = true;
            return;
        }
        try {
            out.write(bytes, offset, count);
        } catch (IOException e) {
            trouble = true;
        }
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        write(bytes, 0, bytes.length);
    }

    public void writeBytes(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    @Override
    public void flush() {
        if (out == null) {
            trouble = true;
            return;
        }
        try {
            out.flush();
        } catch (IOException e) {
            trouble = true;
        }
    }

    @Override
    public void close() {
        if (out != null) {
            try {
                out.close();
            } catch (IOException e) {
                trouble = true;
            }
            out = null;
        }
    }

    public boolean checkError() {
        if (out != null) {
            flush();
        }
        return trouble;
    }

    protected void setError() {
        trouble = true;
    }

    protected void clearError() {
        trouble = false;
    }

    public void print(boolean b) {
        print(String.valueOf(b));
    }

    public void print(char c) {
        print(String.valueOf(c));
    }

    public void print(int i) {
        print(String.valueOf(i));
    }

    public void print(long l) {
        print(String.valueOf(l));
    }

    public void print(float f) {
        print(String.valueOf(f));
    }

    public void print(double d) {
        print(String.valueOf(d));
    }

    public void print(char[] text) {
        print(new String(text));
    }

    public void print(String s) {
        String text = String.valueOf(s);
        put(text, Text.encode(text));
    }

    public void print(Object o) {
        print(String.valueOf(o));
    }

    public void println() {
        Destination.endLine(out);
        write(NEW_LINE, 0, NEW_LINE.length);
    }

    public void println(boolean b) {
        line(String.valueOf(b));
    }

    public void println(char c) {
        line(String.valueOf(c));
    }

    public void println(int i) {
        line(String.valueOf(i));
    }

    public void println(long l) {
        line(String.valueOf(l));
    }

    public void println(float f) {
        line(String.valueOf(f));
    }

    public void println(double d) {
        line(String.valueOf(d));
    }

    public void println(char[] text) {
        line(new String(text));
    }

    public void println(String s) {
        line(String.valueOf(s));
    }

    public void println(Object o) {
        line(String.valueOf(o));
    }

    private void line(String s) {
        byte[] bytes = Text.encodeLine(s);
        Destination.endLine(out);
        write(bytes, 0, bytes.length);
    }

    public PrintStream printf(String format, Object... arguments) {
        return format(format, arguments);
    }

    public PrintStream printf(Locale locale, String format, Object... arguments) {
        return format(locale, format, arguments);
    }

    public PrintStream format(String format, Object... arguments) {
        if (Destination.isSeen(out)) {
            // In the machine's locale.
            Vm.usually();
            print(new Formatter().format(format, arguments).toString());
        } else {
            print(Formatter.unseen().format(format, arguments).toString());
        }
        return this;
    }

    public PrintStream format(Locale locale, String format, Object... arguments) {
        if (Destination.isSeen(out)) {
            print(new Formatter(locale).format(locale, format, arguments).toString());
        } else {
            print(Formatter.unseen().format(locale, format, arguments).toString());
        }
        return this;
    }

    @Override
    public PrintStream append(CharSequence text) {
        print(String.valueOf(text));
        return this;
    }

    @Override
    public PrintStream append(CharSequence text, int start, int end) {
        CharSequence whole = text == null ? "null" : text;
        return append(whole.subSequence(start, end));
    }

    @Override
    public PrintStream append(char c) {
        print(c);
        return this;
    }
}
