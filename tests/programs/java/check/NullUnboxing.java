// A missing key, unboxed.
import java.util.HashMap;
import java.util.Map;
import org.sosy_lab.sv_benchmarks.Verifier;

class NullUnboxing {
    public static void main(String[] args) {
        Map<Integer, Integer> squares = new HashMap<>();
        for (int i = 0; i < 4; i++) {
            squares.put(i, i * i);
        }
        int key = Verifier.nondetInt();
        Verifier.assume(key >= 0 && key <= 4);
        int square = squares.get(key); // expect: refuted null-pointer
        System.out.println(square);
    }
}
