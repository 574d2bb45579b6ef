import java.util.function.Function;

/** A reference to a constructor makes a new box each time, as the constructor does. */
public class MethodReferenceBoxes {
    @SuppressWarnings("removal")
    public static void main(String[] args) {
        Function<Integer, Integer> shared = Integer::valueOf;
        assert shared.apply(5) == shared.apply(5);
        Function<Integer, Integer> copy = Integer::new;
        assert copy.apply(5) == copy.apply(5); // expect: refuted assert
    }
}
