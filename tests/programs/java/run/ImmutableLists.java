import java.util.ArrayList;
import java.util.List;
import java.util.Map;

public class ImmutableLists {
    static void refuse(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + " worked");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) {
        List<String> two = List.of("a", "b");
        List<String> many = List.of("a", "b", "c", "d");
        System.out.println(two + " " + many.get(3) + " " + many.contains("c") + " " + many.indexOf("d") + " " + List.of().size());
        System.out.println(two.equals(new ArrayList<>(two)) + " " + many.subList(1, 3) + " " + two.hashCode());
        refuse("add", () -> two.add("c"));
        refuse("set", () -> many.set(0, "c"));
        refuse("remove", () -> many.remove("a"));
        refuse("null", () -> List.of("a", null));
        refuse("contains null", () -> two.contains(null));
        refuse("get", () -> many.get(4));
        List<String> copy = List.copyOf(new ArrayList<>(many));
        System.out.println(copy.equals(many) + " " + (List.copyOf(copy) == copy));
        Map<String, Integer> map = Map.of("one", 1);
        System.out.println(map + " " + map.get("one") + " " + Map.of("x", 1, "y", 2).get("y") + " " + Map.entry("k", "v"));
        refuse("put", () -> map.put("two", 2));
        refuse("duplicate", () -> Map.of("x", 1, "x", 2));
        for (String s : many) {
            System.out.print(s);
        }
        System.out.println();
    }
}
