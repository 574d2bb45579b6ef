// A function that removes the key whose value it computes has an effect of its own.
// open: changes of a map that computes a value are not followed
import java.util.concurrent.ConcurrentHashMap;

public class RecursiveRemove {
    public static void main(String[] args) {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        map.put(1, 1);
        boolean fails = false;
        try {
            map.compute(1, (key, value) -> {
                map.remove(1);
                return null;
            });
        } catch (NullPointerException e) {
            fails = true;
        }
        assert fails; // expect: refuted assert
    }
}
