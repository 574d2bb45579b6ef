package java.lang;

import concrex.Message;
import concrex.Trace;

/** What the model may see of the classes of this package and nobody else. */
public final class Internals {
    /** The types of characters that are letters, a bit each. */
    private static final int LETTERS = 1 << Character.UPPERCASE_LETTER
            | 1 << Character.LOWERCASE_LETTER
            | 1 << Character.TITLECASE_LETTER
            | 1 << Character.MODIFIER_LETTER
            | 1 << Character.OTHER_LETTER;

    private Internals() {}

    public static void setMessage(Throwable t, Message message) {
        t.lazyMessage = message;
    }

    /** Whether a string was made of another without looking at its characters. */
    public static boolean sharesText(String a, String b) {
        return a.value() == b.value();
    }

    public static Trace trace(Throwable t) {
        return t.trace;
    }

    /** Whether an exception has a trace: one whose class says otherwise has none. */
    public static boolean isFilled(Throwable t) {
        return t.isFilled;
    }

    public static void setTrace(Throwable t, Trace trace) {
        t.trace = trace;
    }

    /** The characters of a string, one byte each if {@link #isLatin1}, else two. Not to be changed. */
    public static byte[] value(String s) {
        return s.value();
    }

    public static boolean isLatin1(String s) {
        return s.isLatin1();
    }

    /** A string of characters below 256; the array becomes its own. */
    public static String latin1(byte[] value) {
        return new String(value, String.LATIN1);
    }

    public static int stringSize(int value) {
        return Integer.stringSize(value);
    }

    public static int stringSize(long value) {
        return Long.stringSize(value);
    }

    /** All ones if a number lies in a range, else 0. Both differences are only positive if it does. */
    public static int within(int c, int first, int last) {
        return ~((c - first | last - c) >> 31);
    }

    public static boolean isDigit(int c) {
        return CharacterData.of(c).isDigit(c);
    }

    public static boolean isWhitespace(int c) {
        return CharacterData.of(c).isWhitespace(c);
    }

    public static boolean isUpperCase(int c) {
        return CharacterData.of(c).isUpperCase(c);
    }

    public static boolean isLowerCase(int c) {
        return CharacterData.of(c).isLowerCase(c);
    }

    public static int toLowerCase(int c) {
        return CharacterData.of(c).toLowerCase(c);
    }

    public static int toUpperCase(int c) {
        return CharacterData.of(c).toUpperCase(c);
    }

    public static int digit(int c, int radix) {
        return CharacterData.of(c).digit(c, radix);
    }

    public static boolean isLetter(int c) {
        return (LETTERS >> Character.getType(c) & 1) != 0;
    }

    public static boolean isLetterOrDigit(int c) {
        return ((LETTERS | 1 << Character.DECIMAL_DIGIT_NUMBER) >> Character.getType(c) & 1) != 0;
    }
}
