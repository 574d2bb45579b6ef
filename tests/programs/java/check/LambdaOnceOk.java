// expect: proved
import java.util.ArrayList;
import java.util.List;

/** Two lambdas that capture nothing are two objects, and one that is evaluated twice is a single one. */
public class LambdaOnceOk {
    public static void main(String[] args) {
        List<Runnable> found = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Runnable one = Thread::onSpinWait;
            if (!found.contains(one)) {
                found.add(one);
            }
        }
        found.add(Thread::onSpinWait);
        assert found.size() == 2;
        assert found.get(0) != found.get(1) && found.get(0).getClass().isHidden();
    }
}
