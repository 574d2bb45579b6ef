import java.util.concurrent.atomic.AtomicLong;

/** A function that changes the variable itself is asked again. */
public class AccumulatedAgain {
    public static void main(String[] args) {
        AtomicLong total = new AtomicLong(1);
        int[] asked = {0};
        long before = total.getAndAccumulate(5, (old, x) -> {
            if (asked[0]++ < 2) total.incrementAndGet();
            return old + x;
        });
        assert before == 3 && total.get() == 8;
        assert asked[0] == 1; // expect: refuted assert
    }
}
