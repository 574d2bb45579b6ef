package sun.nio.cs;

import concrex.Vm;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;

/** The first 256 characters, one byte each. */
public final class ISO_8859_1 extends Charset implements HistoricallyNamedCharset {
    public static final ISO_8859_1 INSTANCE = new ISO_8859_1();

    private ISO_8859_1() {
        super("ISO-8859-1", new String[] {"ISO8859_1"});
    }

    @Override
    public String historicalName() {
        return "ISO8859_1";
    }

    @Override
    public boolean contains(Charset other) {
        return other instanceof US_ASCII || other instanceof ISO_8859_1;
    }

    @Override
    public CharsetDecoder newDecoder() {
        Vm.unsupported("Charset.newDecoder");
        return null;
    }

    @Override
    public CharsetEncoder newEncoder() {
        Vm.unsupported("Charset.newEncoder");
        return null;
    }
}
