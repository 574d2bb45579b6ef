package concrex.patch.java.lang;

import concrex.Message;

/** Checks whose messages are made when they are read. */
final class AbstractStringBuilder {
    private AbstractStringBuilder() {}

    private static Message message(int start, int end, int length) {
        return new Message("start ", start, ", end ", end, ", length ", length, "");
    }

    static void checkRange(int start, int end, int length) {
        if (start < 0 || start > end || end > length) {
            throw Message.give(new IndexOutOfBoundsException(), message(start, end, length));
        }
    }

    static void checkRangeSIOOBE(int start, int end, int length) {
        if (start < 0 || start > end || end > length) {
            throw Message.give(new StringIndexOutOfBoundsException(), message(start, end, length));
        }
    }
}
