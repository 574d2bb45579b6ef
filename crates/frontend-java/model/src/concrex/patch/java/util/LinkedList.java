package concrex.patch.java.util;

import concrex.Message;

/** Checks whose messages are made when they are read. */
final class LinkedList {
    private LinkedList() {}

    static void checkElementIndex(java.util.LinkedList<?> self, int index) {
        if (index < 0 || index >= self.size()) {
            throw outOfBounds(index, self.size());
        }
    }

    static void checkPositionIndex(java.util.LinkedList<?> self, int index) {
        if (index < 0 || index > self.size()) {
            throw outOfBounds(index, self.size());
        }
    }

    static IndexOutOfBoundsException outOfBounds(int index, int size) {
        return Message.give(new IndexOutOfBoundsException(), new Message("Index: ", index, ", Size: ", size, ""));
    }
}
