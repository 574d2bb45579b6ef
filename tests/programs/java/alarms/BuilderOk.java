// expect: proved
// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

/** A text that is put together, cut at its longest. */
class BuilderOk {
    static String repeat(String part, int times) {
        StringBuilder builder = new StringBuilder();
        for (int i = 0; i < times && builder.length() < 20; i++) {
            builder.append(part);
        }
        return builder.toString();
    }

    public static void main(String[] args) {
        int times = Verifier.nondetInt();
        String text = repeat("ab", times);
        if (!text.isEmpty()) {
            assert text.charAt(0) == 'a';
        }
    }
}
