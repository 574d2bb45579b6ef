package concrex.patch.java.lang;

/** Characters are stored with the lower byte first. */
final class StringUTF16 {
    private StringUTF16() {}

    static boolean isBigEndian() {
        return false;
    }
}
