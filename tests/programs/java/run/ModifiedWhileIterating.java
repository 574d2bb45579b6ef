// exit: 1
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class ModifiedWhileIterating {
    public static void main(String[] args) {
        Map<String, Integer> map = new HashMap<>();
        map.put("a", 1);
        map.put("b", 2);
        map.put("c", 3);
        try {
            for (String key : map.keySet()) {
                map.remove("b");
                map.put("d" + key, 4);
            }
        } catch (ConcurrentModificationException e) {
            System.out.println("map: " + e.getMessage());
        }
        List<Integer> numbers = new ArrayList<>(List.of(1, 2, 3));
        for (Integer number : numbers) {
            if (number == 2) {
                numbers.remove(number);
            }
        }
        System.out.println("nobody noticed: " + numbers);
        for (Integer number : numbers) {
            numbers.add(number);
        }
    }
}
