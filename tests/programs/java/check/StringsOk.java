// expect: proved
import org.sosy_lab.sv_benchmarks.Verifier;

class StringsOk {
    static String reverse(String text) {
        StringBuilder builder = new StringBuilder();
        for (int i = text.length() - 1; i >= 0; i--) {
            builder.append(text.charAt(i));
        }
        return builder.toString();
    }

    public static void main(String[] args) {
        char[] letters = {Verifier.nondetChar(), 'b', Verifier.nondetChar()};
        String text = new String(letters);
        assert reverse(reverse(text)).equals(text);
        assert text.indexOf('b') <= 1;
        assert text.substring(1, 2).equals("b");
    }
}
