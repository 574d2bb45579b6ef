package concrex.patch.java.lang;

import concrex.Message;
import concrex.Vm;
import java.util.HashMap;
import java.util.Map;
import sun.nio.cs.UTF_8;

/** Checks whose messages are made when they are read, and the table of strings that are kept once. */
final class String {
    private static Map<java.lang.String, java.lang.String> interned;
    /** Those of them that are surely the JVM's. */
    private static Map<java.lang.String, java.lang.String> seen;

    private String() {}

    /** What is not ASCII has other bytes in other encodings. */
    static byte[] getBytes(java.lang.String self) {
        byte[] bytes = self.getBytes(UTF_8.INSTANCE);
        if (bytes.length != self.length()) {
            Vm.usually();
        }
        return bytes;
    }

    /**
     * The JVM keeps the first string of a text that it sees, and has seen others before the program starts. A constant is
     * seen when code that has it first runs.
     */
    static java.lang.String intern(java.lang.String self) {
        if (interned == null) {
            interned = new HashMap<>();
            seen = new HashMap<>();
            for (java.lang.String literal : Vm.literals()) {
                interned.put(literal, literal);
            }
        }
        java.lang.String kept = interned.get(self);
        if (kept == null) {
            kept = Vm.unspecified() == 0 ? self : new java.lang.String(self);
            interned.put(kept, kept);
            seen.put(kept, kept);
        } else if (self == kept || Internals.sharesText(self, kept)) {
            // Whoever has a copy of a constant has run the code that has the constant.
            seen.put(kept, kept);
        } else if (!seen.containsKey(kept)) {
            if (Vm.unspecified() != 0) {
                Vm.unsupported("whether a constant string was used before another one of its text was interned");
            }
            seen.put(kept, kept);
        }
        return kept;
    }

    private static StringIndexOutOfBoundsException failure(Message message) {
        return Message.give(new StringIndexOutOfBoundsException(), message);
    }

    static void checkIndex(int index, int length) {
        if (index < 0 || index >= length) {
            throw failure(new Message("index ", index, ", length ", length, ""));
        }
    }

    static void checkOffset(int offset, int length) {
        if (offset < 0 || offset > length) {
            throw failure(new Message("offset ", offset, ", length ", length, ""));
        }
    }

    static void checkBoundsOffCount(int offset, int count, int length) {
        if (offset < 0 || count < 0 || offset > length - count) {
            throw failure(new Message("offset ", offset, ", count ", count, ", length ", length, ""));
        }
    }

    static void checkBoundsBeginEnd(int begin, int end, int length) {
        if (begin < 0 || begin > end || end > length) {
            throw failure(new Message("begin ", begin, ", end ", end, ", length ", length, ""));
        }
    }
}
