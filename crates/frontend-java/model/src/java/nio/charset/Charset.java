package java.nio.charset;

import concrex.Vm;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.Collections;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import sun.nio.cs.ISO_8859_1;
import sun.nio.cs.US_ASCII;
import sun.nio.cs.UTF_8;

/** The encodings that strings know by themselves. There are no encoders and decoders. */
public abstract class Charset implements Comparable<Charset> {
    private final String name;
    private final String[] aliases;

    protected Charset(String name, String[] aliases) {
        this.name = name;
        this.aliases = aliases;
    }

    public static boolean isSupported(String name) {
        forName(name);
        return true;
    }

    public static Charset forName(String name) {
        checkName(name);
        switch (name.toUpperCase(Locale.ROOT)) {
            case "UTF-8":
            case "UTF8":
            case "UNICODE-1-1-UTF-8":
                return UTF_8.INSTANCE;
            case "ISO-8859-1":
            case "ISO8859-1":
            case "ISO8859_1":
            case "ISO_8859-1":
            case "8859_1":
            case "LATIN1":
            case "L1":
                return ISO_8859_1.INSTANCE;
            case "US-ASCII":
            case "ASCII":
            case "ISO646-US":
            case "ANSI_X3.4-1968":
                return US_ASCII.INSTANCE;
            default:
                Vm.unsupported("an encoding other than UTF-8, ISO-8859-1 and US-ASCII");
                return null;
        }
    }

    private static void checkName(String name) {
        if (name == null) {
            throw new IllegalArgumentException("Null charset name");
        }
        if (name.isEmpty()) {
            throw new IllegalCharsetNameException(name);
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean letter = c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
            boolean mark = i > 0 && (c == '-' || c == '+' || c == ':' || c == '_' || c == '.');
            if (!letter && !mark) {
                throw new IllegalCharsetNameException(name);
            }
        }
    }

    public static Charset defaultCharset() {
        return UTF_8.INSTANCE;
    }

    public final String name() {
        return name;
    }

    public final Set<String> aliases() {
        Set<String> set = new HashSet<>();
        Collections.addAll(set, aliases);
        return Collections.unmodifiableSet(set);
    }

    public String displayName() {
        return name;
    }

    public String displayName(Locale locale) {
        return name;
    }

    public final boolean isRegistered() {
        return !name.startsWith("X-") && !name.startsWith("x-");
    }

    public abstract boolean contains(Charset other);

    public abstract CharsetDecoder newDecoder();

    public abstract CharsetEncoder newEncoder();

    public boolean canEncode() {
        return true;
    }

    public final CharBuffer decode(ByteBuffer bytes) {
        Vm.unsupported("Charset.decode");
        return null;
    }

    public final ByteBuffer encode(CharBuffer chars) {
        Vm.unsupported("Charset.encode");
        return null;
    }

    public final ByteBuffer encode(String s) {
        Vm.unsupported("Charset.encode");
        return null;
    }

    @Override
    public final int compareTo(Charset other) {
        return name.compareToIgnoreCase(other.name);
    }

    @Override
    public final int hashCode() {
        return name.hashCode();
    }

    @Override
    public final boolean equals(Object o) {
        return o instanceof Charset other && name.equals(other.name);
    }

    @Override
    public final String toString() {
        return name;
    }
}
