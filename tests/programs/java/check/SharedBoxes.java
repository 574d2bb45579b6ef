import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Boxes of small numbers are the same objects for the library's comparisons, too; boxes of large ones are not. */
public class SharedBoxes {
    public static void main(String[] args) {
        AtomicReference<Long> last = new AtomicReference<>(100L);
        assert last.compareAndSet(100L, 1000L);
        assert !last.compareAndSet(1000L, 0L);
        List<AtomicReference<Character>> letters = new ArrayList<>();
        letters.add(new AtomicReference<>('x'));
        assert letters.get(0).compareAndExchange('x', 'y') == 'x';
        assert letters.get(0).get() == 'x'; // expect: refuted assert
    }
}
