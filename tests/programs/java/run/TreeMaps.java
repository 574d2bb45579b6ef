import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

public class TreeMaps {
    public static void main(String[] args) {
        TreeMap<Integer, String> map = new TreeMap<>();
        for (int i = 0; i < 20; i++) {
            map.put(i * 13 % 20, "v" + i);
        }
        for (int i = 0; i < 20; i += 3) {
            map.remove(i);
        }
        System.out.println(map);
        System.out.println(map.firstKey() + " " + map.lastEntry() + " " + map.floorKey(9) + " " + map.ceilingKey(9) + " " + map.lowerKey(1) + " " + map.higherKey(19));
        System.out.println(map.headMap(5) + " " + map.tailMap(16, false) + " " + map.subMap(7, 11) + " " + map.descendingMap().firstKey());
        System.out.println(map.pollFirstEntry() + " " + map.pollLastEntry() + " " + map.size());
        for (Map.Entry<Integer, String> entry : map.entrySet()) {
            entry.setValue(entry.getValue().toUpperCase());
        }
        System.out.println(map.values() + " " + map.containsValue("V3"));
        TreeSet<String> words = new TreeSet<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        for (String word : "pear fig apple kiwi date plum fig".split(" ")) {
            System.out.print(words.add(word) + " ");
        }
        System.out.println(words + " " + words.first() + " " + words.headSet("kiwi") + " " + words.descendingSet());
        try {
            map.put(null, "x");
        } catch (NullPointerException e) {
            System.out.println("no null keys");
        }
        try {
            new TreeMap<Object, String>().put(new Object(), "x");
        } catch (ClassCastException e) {
            System.out.println("not comparable");
        }
    }
}
