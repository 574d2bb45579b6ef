// The parameter of a class is known in the classes inside of it.
// entry: GenericInner.first
class GenericInner {
    static class Chain<T> {
        class Link {
            T value;
            Link next;
        }

        Link head;
    }

    static int first(Chain<Integer> chain) {
        if (chain == null || chain.head == null || chain.head.next == null) {
            return 0;
        }
        Integer value = chain.head.next.value;
        return value == null ? 0 : 12 / value; // expect: refuted arithmetic
    }
}
