import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;

public class ArrayLists {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            list.add(i * 7 % 11);
        }
        System.out.println(list + " " + list.size());
        list.remove(Integer.valueOf(7));
        list.remove(0);
        list.add(2, 100);
        list.set(0, -1);
        System.out.println(list + " " + list.contains(100) + " " + list.indexOf(3) + " " + list.lastIndexOf(3));
        list.removeIf(x -> x % 2 == 0);
        list.replaceAll(x -> x * x);
        System.out.println(list + " " + list.hashCode());
        list.sort(Comparator.reverseOrder());
        System.out.println(list + " " + list.subList(1, 4) + " " + Collections.max(list));
        Iterator<Integer> iterator = list.iterator();
        while (iterator.hasNext()) {
            if (iterator.next() > 20) {
                iterator.remove();
            }
        }
        System.out.println(list);
        ListIterator<Integer> cursor = list.listIterator(list.size());
        while (cursor.hasPrevious()) {
            int value = cursor.previous();
            cursor.set(value + 1);
            if (value == 9) {
                cursor.add(77);
                cursor.previous();
            }
        }
        System.out.println(list + " " + list.equals(Arrays.asList(1, 2)) + " " + list.equals(new ArrayList<>(list)));
        Object[] array = list.toArray();
        Integer[] typed = list.toArray(new Integer[0]);
        System.out.println(array.length == typed.length);
        list.addAll(1, List.of(5, 5, 5));
        list.removeAll(List.of(1));
        list.retainAll(List.of(5, 10, 77));
        System.out.println(list + " " + list.isEmpty());
        Collections.reverse(list);
        Collections.swap(list, 0, list.size() - 1);
        System.out.println(list + " " + Collections.frequency(list, 5) + " " + Collections.nCopies(3, "x"));
        list.clear();
        System.out.println(list + " " + list.isEmpty());
        List<Integer> fixed = Arrays.asList(3, 1, 2);
        Collections.sort(fixed);
        System.out.println(fixed + " " + Collections.binarySearch(fixed, 3) + " " + Collections.binarySearch(fixed, 9));
        try {
            fixed.add(4);
        } catch (UnsupportedOperationException e) {
            System.out.println("fixed size");
        }
        try {
            Collections.unmodifiableList(list).add(1);
        } catch (UnsupportedOperationException e) {
            System.out.println("unmodifiable");
        }
    }
}
