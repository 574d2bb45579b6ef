import java.util.Iterator;
import java.util.LinkedList;
import java.util.NoSuchElementException;

public class LinkedLists {
    public static void main(String[] args) {
        LinkedList<String> list = new LinkedList<>();
        list.add("b");
        list.addFirst("a");
        list.addLast("d");
        list.add(2, "c");
        System.out.println(list + " " + list.getFirst() + " " + list.getLast() + " " + list.get(1) + " " + list.indexOf("d"));
        list.push("z");
        System.out.println(list.pop() + list.poll() + list.pollLast() + list.peek() + " " + list);
        list.offer("e");
        list.remove("c");
        list.set(0, "B");
        System.out.println(list + " " + list.contains("e") + " " + list.size());
        Iterator<String> backward = list.descendingIterator();
        while (backward.hasNext()) {
            System.out.print(backward.next());
        }
        System.out.println();
        list.clear();
        System.out.println(list.poll() + " " + list.peekFirst() + " " + list.isEmpty());
        try {
            list.removeFirst();
        } catch (NoSuchElementException e) {
            System.out.println("empty " + e.getMessage());
        }
        try {
            list.get(0);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            list.add(1, "x");
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
