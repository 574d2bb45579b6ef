// What an object is cast to is among what it can be, and is not all of it.
// entry: ObjectCast.sum
class ObjectCast {
    static class Pair {
        Object left;
        Object right;
    }

    static int sum(Object object) {
        if (object instanceof Pair && ((Pair) object).left instanceof Pair) {
            Object right = ((Pair) ((Pair) object).left).right;
            return right == null ? 0 : (Integer) right; // expect: refuted class-cast
        }
        return 0;
    }
}
