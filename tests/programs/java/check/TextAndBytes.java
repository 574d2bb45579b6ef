// expect: bounded
// Nobody else has the bytes of a string.
// entry: TextAndBytes.change
class TextAndBytes {
    static void change(String text, byte[] bytes) {
        if (text != null && bytes != null && text.length() == 1 && bytes.length == 1) {
            char first = text.charAt(0);
            bytes[0]++;
            assert text.charAt(0) == first;
        }
    }
}
