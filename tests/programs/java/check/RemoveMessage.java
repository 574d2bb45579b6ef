// Iterators of small sets say what it is that they cannot do.
// open: in which order they give their elements cannot be chosen on the JVM
import java.util.Iterator;
import java.util.Set;

public class RemoveMessage {
    public static void main(String[] args) {
        Iterator<Integer> elements = Set.of(1, 2, 3).iterator();
        elements.next();
        try {
            elements.remove();
        } catch (UnsupportedOperationException e) {
            assert e.getMessage() == null; // expect: refuted assert
        }
    }
}
