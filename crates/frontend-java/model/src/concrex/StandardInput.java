package concrex;

import java.io.InputStream;
import java.util.Objects;

/** Standard input. */
public final class StandardInput extends InputStream {
    private static final int NOTHING = -2;

    /** A byte that was read to see whether there is one. */
    private int peeked = NOTHING;

    @Override
    public int read() {
        int b = peeked == NOTHING ? Vm.readByte() : peeked;
        peeked = NOTHING;
        return b;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, bytes.length);
        int read = 0;
        while (read < count) {
            int b = read();
            if (b < 0) {
                return read == 0 ? -1 : read;
            }
            bytes[offset + read] = (byte) b;
            read++;
        }
        return read;
    }

    /** As {@link #read(byte[], int, int)}, but not beyond the end of a line, for readers that need not read ahead. */
    public int readLine(byte[] bytes, int offset, int count) {
        int read = 0;
        while (read < count) {
            int b = read();
            if (b < 0) {
                return read == 0 ? -1 : read;
            }
            bytes[offset + read] = (byte) b;
            read++;
            if (b == '\n') {
                return read;
            }
        }
        return read;
    }

    /** Whether there is more is known, how much is not. */
    @Override
    public int available() {
        if (peeked == NOTHING) {
            peeked = Vm.readByte();
        }
        return peeked < 0 ? 0 : 1 + (Vm.unspecified() & 0xffff);
    }
}
