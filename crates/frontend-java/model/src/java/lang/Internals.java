package java.lang;

import concrex.Message;
import concrex.Trace;

/** What the model may see of the classes of this package and nobody else. */
public final class Internals {
    private Internals() {}

    public static void setMessage(Throwable t, Message message) {
        t.lazyMessage = message;
    }

    public static Trace trace(Throwable t) {
        return t.trace;
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
}
