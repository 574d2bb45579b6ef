// Callers can give any character; strings of theirs have Latin-1 characters only, so this is bounded at best.
// entry: StringBeyondLatin.first
// expect: bounded
public class StringBeyondLatin {
    static void first(String s) {
        if (s != null && s.length() > 0) {
            assert s.charAt(0) < 256;
        }
    }
}
