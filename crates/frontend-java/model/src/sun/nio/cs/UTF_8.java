package sun.nio.cs;

import concrex.Vm;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;

/** UTF-8, the default. */
public final class UTF_8 extends Charset implements HistoricallyNamedCharset {
    public static final UTF_8 INSTANCE = new UTF_8();

    private UTF_8() {
        super("UTF-8", new String[] {"UTF8"});
    }

    @Override
    public String historicalName() {
        return "UTF8";
    }

    @Override
    public boolean contains(Charset other) {
        return true;
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
