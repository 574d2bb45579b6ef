package java.util;

import static java.lang.Internals.within;

import concrex.Numeral;
import concrex.Vm;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.util.regex.Pattern;

/** Reads tokens between white space, and lines. Other delimiters and patterns are not supported. */
public final class Scanner implements Iterator<String>, Closeable {
    private static final char[] NOTHING = new char[0];

    /** The length of the first buffer. */
    private static final int ROOM = 64;

    private final Reader source;
    private char[] buffer = NOTHING;
    private int position;
    private int limit;
    /** The length of the token that was looked at last. */
    private int tokenLength;
    private boolean ended;
    private boolean closed;
    private IOException lastException;
    private int radix = 10;

    public Scanner(Readable source) {
        Objects.requireNonNull(source, "source");
        if (!(source instanceof Reader)) {
            Vm.unsupported("a Scanner of what is no stream, reader or string");
        }
        this.source = (Reader) source;
    }

    public Scanner(InputStream source) {
        this((Readable) new InputStreamReader(Objects.requireNonNull(source, "source")));
    }

    public Scanner(InputStream source, String charset) {
        this(source, Charset.forName(charset));
    }

    public Scanner(InputStream source, Charset charset) {
        this((Readable) new InputStreamReader(Objects.requireNonNull(source, "source"), charset));
    }

    public Scanner(String source) {
        this((Readable) new StringReader(Objects.requireNonNull(source, "source")));
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            ended = true;
            try {
                source.close();
            } catch (IOException e) {
                lastException = e;
            }
        }
    }

    private void ensureOpen() {
        if (closed) {
            throw new IllegalStateException("Scanner closed");
        }
    }

    public IOException ioException() {
        return lastException;
    }

    public int radix() {
        return radix;
    }

    public Scanner useRadix(int radix) {
        checkRadix(radix);
        this.radix = radix;
        return this;
    }

    public Scanner useLocale(Locale locale) {
        String language = locale.getLanguage();
        if (!language.isEmpty() && !language.equals("en")) {
            Vm.unsupported("numbers in other languages");
        }
        return this;
    }

    public Locale locale() {
        Locale.show();
        return Locale.getDefault();
    }

    public Scanner useDelimiter(String pattern) {
        Vm.unsupported("Scanner.useDelimiter");
        return this;
    }

    public Scanner useDelimiter(Pattern pattern) {
        Vm.unsupported("Scanner.useDelimiter");
        return this;
    }

    public Scanner skip(String pattern) {
        Vm.unsupported("Scanner.skip");
        return this;
    }

    public String findInLine(String pattern) {
        Vm.unsupported("Scanner.findInLine");
        return null;
    }

    public String next(String pattern) {
        Vm.unsupported("Scanner.next of a pattern");
        return null;
    }

    public boolean hasNext(String pattern) {
        Vm.unsupported("Scanner.hasNext of a pattern");
        return false;
    }

    /** Whether there is a character so far ahead, which is read if need be. */
    private boolean available(int ahead) {
        while (position + ahead >= limit) {
            if (ended) {
                return false;
            }
            read();
        }
        return true;
    }

    private void read() {
        if (limit == buffer.length) {
            makeRoom();
        }
        try {
            int count = source.read(buffer, limit, buffer.length - limit);
            if (count < 0) {
                ended = true;
            } else {
                limit += count;
            }
        } catch (IOException e) {
            lastException = e;
            ended = true;
        }
    }

    private void makeRoom() {
        int rest = limit - position;
        char[] room = 2 * rest < buffer.length ? buffer : new char[Math.max(ROOM, 2 * buffer.length)];
        System.arraycopy(buffer, position, room, 0, rest);
        buffer = room;
        position = 0;
        limit = rest;
    }

    /** Goes on behind so many characters. Of a buffer that was read nothing is kept: what it was makes no difference. */
    private void consume(int count) {
        position += count;
        if (position == limit) {
            buffer = NOTHING;
            position = 0;
            limit = 0;
        }
    }

    private boolean isBlank(int ahead) {
        return available(ahead) && Character.isWhitespace(buffer[position + ahead]);
    }

    /** The token that begins so far ahead, which is not taken; null if there is none. */
    private String token(int ahead) {
        int length = 0;
        while (available(ahead + length) && !Character.isWhitespace(buffer[position + ahead + length])) {
            length++;
        }
        tokenLength = length;
        return length == 0 ? null : new String(buffer, position + ahead, length);
    }

    /** The next token; neither it nor the white space before it is taken. Null if there is none. */
    private String peek() {
        ensureOpen();
        int skipped = 0;
        while (isBlank(skipped)) {
            if (skipped > 0) {
                Vm.later();
            }
            skipped++;
        }
        return token(skipped);
    }

    /** The next token, which is not taken, unlike the white space before it. */
    private String require() {
        ensureOpen();
        boolean again = false;
        while (isBlank(0)) {
            if (again) {
                Vm.later();
            }
            consume(1);
            again = true;
        }
        String token = token(0);
        if (token == null) {
            throw new NoSuchElementException();
        }
        return token;
    }

    /** Goes behind the token that was required last. */
    private void take() {
        consume(tokenLength);
    }

    @Override
    public boolean hasNext() {
        return peek() != null;
    }

    @Override
    public String next() {
        String token = require();
        take();
        return token;
    }

    private static boolean isLineEnd(char c) {
        return (within(c, '\n', '\n') | within(c, '\r', '\r') | within(c, 0x85, 0x85) | within(c, 0x2028, 0x2029)) != 0;
    }

    public boolean hasNextLine() {
        ensureOpen();
        return available(0);
    }

    public String nextLine() {
        ensureOpen();
        if (!available(0)) {
            throw new NoSuchElementException("No line found");
        }
        int length = 0;
        while (available(length) && !isLineEnd(buffer[position + length])) {
            length++;
        }
        String line = new String(buffer, position, length);
        if (available(length)) {
            length += lineEndLength(length);
        }
        consume(length);
        return line;
    }

    /** How many characters the end of a line takes that is so far ahead. */
    private int lineEndLength(int ahead) {
        if (buffer[position + ahead] != '\r') {
            return 1;
        }
        Vm.later();
        return available(ahead + 1) && buffer[position + ahead + 1] == '\n' ? 2 : 1;
    }

    public boolean nextBoolean() {
        String token = require();
        if (!isBoolean(token)) {
            throw new InputMismatchException();
        }
        take();
        return token.equalsIgnoreCase("true");
    }

    public boolean hasNextBoolean() {
        String token = peek();
        return token != null && isBoolean(token);
    }

    private static boolean isBoolean(String token) {
        return token.equalsIgnoreCase("true") || token.equalsIgnoreCase("false");
    }

    /** The next token as digits with a sign; what is no number at all is refused. */
    @Override
    public void remove() {
        throw new UnsupportedOperationException();
    }

    private static void checkRadix(int radix) {
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX) {
            throw new IllegalArgumentException("radix:" + radix);
        }
    }

    private String requireInteger(int radix) {
        checkRadix(radix);
        String token = require();
        String number = ScannedNumber.integer(token, radix);
        if (number == null) {
            throw new InputMismatchException();
        }
        return number;
    }

    /** The next token as an integer, or null. */
    private BigInteger peekInteger(int radix) {
        checkRadix(radix);
        String token = peek();
        String number = token == null ? null : ScannedNumber.integer(token, radix);
        return number == null ? null : new BigInteger(number, radix);
    }

    /** The next token as an integer that may be too large; one that is if there is none. */
    private long peekSmall(int radix) {
        checkRadix(radix);
        String token = peek();
        String number = token == null ? null : ScannedNumber.integer(token, radix);
        return number == null ? Long.MAX_VALUE : Numeral.read(number, radix);
    }

    public int nextInt() {
        return nextInt(radix);
    }

    public int nextInt(int radix) {
        String number = requireInteger(radix);
        try {
            int value = Integer.parseInt(number, radix);
            take();
            return value;
        } catch (NumberFormatException e) {
            throw new InputMismatchException(e.getMessage());
        }
    }

    public boolean hasNextInt() {
        return hasNextInt(radix);
    }

    public boolean hasNextInt(int radix) {
        long value = peekSmall(radix);
        return value == (int) value;
    }

    public long nextLong() {
        return nextLong(radix);
    }

    public long nextLong(int radix) {
        String number = requireInteger(radix);
        try {
            long value = Long.parseLong(number, radix);
            take();
            return value;
        } catch (NumberFormatException e) {
            throw new InputMismatchException(e.getMessage());
        }
    }

    public boolean hasNextLong() {
        return hasNextLong(radix);
    }

    public boolean hasNextLong(int radix) {
        BigInteger number = peekInteger(radix);
        return number != null && number.bitLength() < 64;
    }

    public short nextShort() {
        String number = requireInteger(radix);
        try {
            short value = Short.parseShort(number, radix);
            take();
            return value;
        } catch (NumberFormatException e) {
            throw new InputMismatchException(e.getMessage());
        }
    }

    public boolean hasNextShort() {
        long value = peekSmall(radix);
        return value == (short) value;
    }

    public byte nextByte() {
        String number = requireInteger(radix);
        try {
            byte value = Byte.parseByte(number, radix);
            take();
            return value;
        } catch (NumberFormatException e) {
            throw new InputMismatchException(e.getMessage());
        }
    }

    public boolean hasNextByte() {
        long value = peekSmall(radix);
        return value == (byte) value;
    }

    public BigInteger nextBigInteger() {
        BigInteger value = new BigInteger(requireInteger(radix), radix);
        take();
        return value;
    }

    public boolean hasNextBigInteger() {
        return peekInteger(radix) != null;
    }

    private String requireDecimal() {
        String token = require();
        String number = ScannedNumber.decimal(token);
        if (number == null) {
            throw new InputMismatchException();
        }
        return number;
    }

    public double nextDouble() {
        double value = Double.parseDouble(requireDecimal());
        take();
        return value;
    }

    public boolean hasNextDouble() {
        String token = peek();
        return token != null && ScannedNumber.decimal(token) != null;
    }

    public float nextFloat() {
        float value = Float.parseFloat(requireDecimal());
        take();
        return value;
    }

    public boolean hasNextFloat() {
        return hasNextDouble();
    }

    public BigDecimal nextBigDecimal() {
        String number = requireDecimal();
        if (ScannedNumber.isNonNumber(number)) {
            throw new InputMismatchException();
        }
        BigDecimal value = new BigDecimal(number);
        take();
        return value;
    }

    public boolean hasNextBigDecimal() {
        return hasNextDouble() && !ScannedNumber.isNonNumber(ScannedNumber.decimal(peek()));
    }
}
