import java.util.function.IntBinaryOperator;
import org.sosy_lab.sv_benchmarks.Verifier;

class Lambda {
    public static void main(String[] args) {
        int offset = Verifier.nondetInt();
        IntBinaryOperator operator =
                Verifier.nondetBoolean() ? (a, b) -> a + b + offset : Math::floorMod;
        assert operator.applyAsInt(7, 4) != 25; // expect: refuted assert
    }
}
