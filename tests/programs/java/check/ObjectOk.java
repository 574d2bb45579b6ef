// expect: bounded
// An object could be of a class that nobody here knows.
// entry: ObjectOk.length
class ObjectOk {
    static int length(Object object) {
        if (object instanceof String || object instanceof int[]) {
            int length = object instanceof int[] ? ((int[]) object).length : ((String) object).length();
            assert length >= 0;
            return length;
        }
        return 0;
    }
}
