import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The views of a concurrent map do not know how many elements a stream of them has. */
public class ConcurrentViews {
    public static void main(String[] args) {
        ConcurrentHashMap<Integer, String> map = new ConcurrentHashMap<>();
        for (int i = 0; i < 9; i++) {
            map.put(i * 16, "v" + i % 3);
        }
        System.out.println(map);
        for (Collection<?> view : List.of(map.keySet(), map.values(), map.entrySet())) {
            List<Object> seen = new ArrayList<>();
            long count = view.stream().peek(seen::add).count();
            System.out.println(count + " " + seen + " " + view.spliterator().characteristics());
            System.out.println(view.containsAll(Arrays.asList((Object) null)) + " " + view.size());
        }
        Iterator<Map.Entry<Integer, String>> entries = map.entrySet().iterator();
        entries.next().setValue("new");
        map.put(16, "later");
        System.out.println(entries.next());
        entries.remove();
        System.out.println(map.values().remove("v2") + " " + map.keySet().removeAll(List.of(0, 1)) + " " + map);
        System.out.println(map.entrySet().contains(Map.entry(48, "v0")) + " " + map.values().contains("v9"));
        System.out.println(map.entrySet().add(Map.entry(5, "five")) + " " + map.keySet());
    }
}
