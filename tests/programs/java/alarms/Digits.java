// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

/** What is no number has no place in the table. */
class Digits {
    static int parse(String text) {
        int value = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            value = (value * 10 + (c - '0')) % 1000;
        }
        return value;
    }

    public static void main(String[] args) {
        String text = Verifier.nondetBoolean() ? "12" : "1x";
        int parsed = parse(text);
        int[] table = new int[1000];
        table[parsed] = 1; // expect: refuted array-index
    }
}
