// While a map of this kind computes a value, it keeps other changes away from some of its keys.
// open: which keys those are is not followed
import java.util.concurrent.ConcurrentHashMap;

public class RecursiveUpdate {
    public static void main(String[] args) {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        map.computeIfAbsent(1, key -> { // expect: refuted exception
            map.put(17, 2);
            return 3;
        });
    }
}
