// A class is given for an interface only if it is one with the same parameters.
// entry: GenericInterface.rank
class GenericInterface {
    static class Card implements Comparable<String> {
        int number;

        public int compareTo(String other) {
            return other.length() - number;
        }
    }

    static void rank(Comparable<String> thing) {
        if (thing != null && !(thing instanceof String)) {
            assert thing.compareTo("ace") != 0; // expect: refuted assert
        }
    }
}
