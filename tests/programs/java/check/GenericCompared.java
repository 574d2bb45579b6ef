// expect: bounded
// Things that can be compared with each other are of one class.
// entry: GenericCompared.larger
class GenericCompared {
    static <T extends Comparable<T>> T larger(T left, T right) {
        if (left == null || right == null) {
            return null;
        }
        return left.compareTo(right) < 0 ? right : left;
    }
}
