import java.util.function.IntSupplier;

/** A lambda that captures nothing is one object, however often it is evaluated. */
public class LambdaOnce {
    static IntSupplier seven() {
        return () -> 7;
    }

    static IntSupplier same(int n) {
        return () -> n;
    }

    public static void main(String[] args) {
        assert same(1) != same(1);
        assert seven() != seven(); // expect: refuted assert
    }
}
