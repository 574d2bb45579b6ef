import java.util.Arrays;
import java.util.List;
import java.util.ListIterator;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** Views and iterators of immutable lists, and what they say when something is wrong. */
public class ImmutableListCorners {
    static void show(Callable<Object> action) {
        try {
            System.out.println(action.call());
        } catch (Exception e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        for (List<Object> list : List.of(List.<Object>of(1, 2, 3), List.<Object>of(1), Stream.<Object>of(1, 2).toList())) {
            List<Object> part = list.subList(0, 1);
            show(() -> list.indexOf(null));
            show(() -> list.contains(null));
            show(() -> part.contains(null));
            show(() -> part.lastIndexOf(1));
            show(() -> part.get(1));
            show(() -> list.get(7));
            show(() -> list.subList(1, 0));
            show(() -> list.subList(-1, 0));
            show(() -> list.subList(0, 9));
            show(() -> part.subList(0, 2));
            show(() -> list.listIterator(9));
            show(() -> part.listIterator(2));
            show(() -> list.listIterator().previous());
            show(() -> list.listIterator(1).previous());
            show(() -> ((ListIterator<Object>) list.iterator()).hasPrevious());
            show(() -> list.set(0, 1));
            show(() -> part.remove(0));
            show(() -> Arrays.toString(list.toArray(new String[0])));
            show(() -> Arrays.toString(list.toArray(new Integer[5])));
            show(() -> Arrays.toString(part.toArray(new String[0])));
            show(() -> part + " " + part.hashCode() + part.equals(List.of(1)) + List.of(1).equals(part));
            show(() -> List.copyOf(list) == list);
            show(() -> List.copyOf(part) == part);
            show(() -> part.getClass().getName());
        }
    }
}
