// entry: ArrayAlias.swap
class ArrayAlias {
    static void swap(int[] from, int[] to) {
        if (from != null && to != null && from.length > 1 && to.length > 1) {
            int first = from[0];
            to[0] = from[1];
            to[1] = from[0];
            assert to[1] == first; // expect: refuted assert
        }
    }
}
