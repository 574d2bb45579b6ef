package concrex;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** Standard input. */
public final class StandardInput extends InputStream {
    @Override
    public int read() {
        return Vm.readByte();
    }

    @Override
    public int read(byte[] bytes, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, bytes.length);
        int read = 0;
        while (read < count) {
            int b = Vm.readByte();
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
            int b = Vm.readByte();
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

    @Override
    public int available() throws IOException {
        Vm.unsupported("System.in.available");
        return 0;
    }
}
