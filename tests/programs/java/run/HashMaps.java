import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public class HashMaps {
    static class Point {
        final int x;
        final int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Point && ((Point) o).x == x && ((Point) o).y == y;
        }

        @Override
        public int hashCode() {
            return x % 3;
        }

        @Override
        public String toString() {
            return "(" + x + "," + y + ")";
        }
    }

    public static void main(String[] args) {
        Map<String, Integer> counts = new HashMap<>();
        for (String word : "the cat and the dog and the bird".split(" ")) {
            counts.merge(word, 1, Integer::sum);
        }
        System.out.println(counts + " " + counts.get("the") + " " + counts.get("cow") + " " + counts.getOrDefault("cow", 0));
        System.out.println(counts.put("cat", 5) + " " + counts.remove("dog") + " " + counts.containsKey("dog") + " " + counts.containsValue(5));
        counts.computeIfAbsent("cow", k -> k.length());
        counts.computeIfPresent("cat", (k, v) -> v > 3 ? null : v);
        counts.compute("bird", (k, v) -> v == null ? 1 : v + 10);
        counts.putIfAbsent("the", 100);
        counts.replaceAll((k, v) -> v * 2);
        System.out.println(counts + " " + counts.size());
        Map<Point, String> points = new HashMap<>();
        for (int i = 0; i < 40; i++) {
            points.put(new Point(i, i % 4), "p" + i);
        }
        System.out.println(points.size() + " " + points.get(new Point(17, 1)) + " " + points.get(new Point(17, 2)));
        points.keySet().removeIf(p -> p.x % 2 == 0);
        points.values().remove("p39");
        int sum = 0;
        for (Map.Entry<Point, String> entry : points.entrySet()) {
            sum += entry.getKey().x;
            entry.setValue(entry.getValue() + "!");
        }
        System.out.println(points.size() + " " + sum + " " + points.get(new Point(1, 1)));
        Map<Integer, Integer> large = new HashMap<>();
        for (int i = 0; i < 1000; i++) {
            large.put(i * 31, i);
        }
        System.out.println(large.size() + " " + large.get(31 * 999) + " " + large.keySet().iterator().next());
        Map<String, Integer> nulls = new HashMap<>();
        nulls.put(null, 1);
        nulls.put("x", null);
        System.out.println(nulls.get(null) + " " + nulls.containsKey("x") + " " + nulls.get("x") + " " + nulls);
        Map<String, List<Integer>> groups = new LinkedHashMap<>();
        for (int i = 0; i < 6; i++) {
            groups.computeIfAbsent(i % 2 == 0 ? "even" : "odd", k -> new ArrayList<>()).add(i);
        }
        System.out.println(groups + " " + groups.equals(new HashMap<>(groups)) + " " + groups.hashCode());
        Map<Integer, String> recent = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, String> eldest) {
                return size() > 2;
            }
        };
        recent.put(1, "a");
        recent.put(2, "b");
        recent.get(1);
        recent.put(3, "c");
        System.out.println(recent);
    }
}
