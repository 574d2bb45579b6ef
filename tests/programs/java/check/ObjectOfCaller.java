// Anything can be asked of an object of whose class nothing is known.
// entry: ObjectOfCaller.number
class ObjectOfCaller {
    static int number(Object object) {
        if (object instanceof Integer) {
            return 100 / (Integer) object; // expect: refuted arithmetic
        }
        return 0;
    }
}
