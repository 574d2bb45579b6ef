package concrex.patch.java.lang;

/** Characters are stored with the lower byte first. Whether all are below 256 is one question. */
final class StringUTF16 {
    private StringUTF16() {}

    static boolean isBigEndian() {
        return false;
    }

    static int compress(char[] chars, int offset, byte[] bytes, int start, int count) {
        int all = 0;
        for (int i = 0; i < count; i++) {
            char c = chars[offset + i];
            all |= c;
            bytes[start + i] = (byte) c;
        }
        return all < 256 ? count : 0;
    }
}
