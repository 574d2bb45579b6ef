package sun.nio.cs;

import concrex.Vm;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;

/** The first 128 characters. */
public final class US_ASCII extends Charset implements HistoricallyNamedCharset {
    public static final US_ASCII INSTANCE = new US_ASCII();

    private US_ASCII() {
        super("US-ASCII", new String[] {"ASCII"});
    }

    @Override
    public String historicalName() {
        return "ASCII";
    }

    @Override
    public boolean contains(Charset other) {
        return other instanceof US_ASCII;
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
