// expect: bounded
// Two lists share elements, but not their room for them.
// entry: ListsOfCaller.replace

import java.util.ArrayList;
import java.util.List;

class ListsOfCaller {
    static class Item {}

    static void replace(List<Item> from, ArrayList<Item> to) {
        if (from == null || to == null || from == to || from.size() != 1 || to.size() != 1) {
            return;
        }
        Item old = from.get(0);
        to.set(0, new Item());
        assert from.get(0) == old;
    }
}
