package concrex;

import java.io.OutputStream;
import java.util.Objects;

/** Standard output or standard error. */
public final class StandardOutput extends OutputStream {
    private final int stream;

    public StandardOutput(int stream) {
        this.stream = stream;
    }

    @Override
    public void write(int b) {
        Vm.write(stream, new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, bytes.length);
        Vm.write(stream, bytes, offset, count);
    }
}
