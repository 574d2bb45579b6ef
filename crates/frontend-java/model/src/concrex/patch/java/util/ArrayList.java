package concrex.patch.java.util;

/** Checks whose messages are made when they are read. */
final class ArrayList {
    private ArrayList() {}

    static void rangeCheckForAdd(java.util.ArrayList<?> self, int index) {
        if (index > self.size() || index < 0) {
            throw LinkedList.outOfBounds(index, self.size());
        }
    }
}
