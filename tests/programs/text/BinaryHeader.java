// A header of bytes: the length is a byte, which may be negative.
import java.io.IOException;

public class BinaryHeader {
    public static void main(String[] args) throws IOException {
        byte[] data = new byte[32];
        int size = 0;
        int next;
        while (size < data.length && (next = System.in.read()) >= 0) data[size++] = (byte) next;
        if (size < 6) return;
        if (data[0] != 'C' || data[1] != 'X' || data[2] != 7) return;
        int length = data[3];
        if (length > size - 4) return;
        // repaired: if (length < 0) return;
        if (length < -128) return;
        byte[] copy = new byte[length]; // expect: refuted negative-array-size
        System.arraycopy(data, 4, copy, 0, length);
        System.out.println(copy.length);
    }
}
