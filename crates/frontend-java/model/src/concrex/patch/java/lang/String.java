package concrex.patch.java.lang;

import concrex.Message;
import concrex.Vm;
import java.util.HashMap;
import java.util.Map;
import sun.nio.cs.UTF_8;

/** Checks whose messages are made when they are read, and the table of strings that are kept once. */
final class String {
    private static Map<java.lang.String, java.lang.String> interned;

    private String() {}

    /** What is not ASCII has other bytes in other encodings. */
    static byte[] getBytes(java.lang.String self) {
        byte[] bytes = self.getBytes(UTF_8.INSTANCE);
        if (bytes.length != self.length()) {
            Vm.usually();
        }
        return bytes;
    }

    static java.lang.String intern(java.lang.String self) {
        if (interned == null) {
            interned = new HashMap<>();
            for (java.lang.String literal : Vm.literals()) {
                interned.put(literal, literal);
            }
        }
        java.lang.String before = interned.putIfAbsent(self, self);
        return before == null ? self : before;
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
