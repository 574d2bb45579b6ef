import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.Stack;

public class Queues {
    record Task(String name, int priority) implements Comparable<Task> {
        @Override
        public int compareTo(Task other) {
            return Integer.compare(priority, other.priority);
        }
    }

    public static void main(String[] args) {
        Deque<Integer> deque = new ArrayDeque<>();
        for (int i = 0; i < 20; i++) {
            if (i % 3 == 0) {
                deque.addFirst(i);
            } else {
                deque.addLast(i);
            }
        }
        System.out.println(deque + " " + deque.pollFirst() + " " + deque.pollLast() + " " + deque.peekFirst() + " " + deque.size());
        deque.removeFirstOccurrence(5);
        System.out.println(deque.contains(5) + " " + deque.contains(7));
        PriorityQueue<Integer> smallest = new PriorityQueue<>();
        PriorityQueue<Integer> largest = new PriorityQueue<>(Collections.reverseOrder());
        for (int i : new int[] {5, 3, 8, 1, 9, 2, 7}) {
            smallest.add(i);
            largest.add(i);
        }
        smallest.remove(8);
        StringBuilder order = new StringBuilder();
        while (!smallest.isEmpty()) {
            order.append(smallest.poll()).append(' ').append(largest.poll()).append(' ');
        }
        System.out.println(order + "" + smallest.peek() + " " + largest);
        PriorityQueue<Task> tasks = new PriorityQueue<>();
        tasks.add(new Task("sleep", 9));
        tasks.add(new Task("eat", 2));
        tasks.add(new Task("work", 5));
        System.out.println(tasks.poll() + " " + tasks.poll().name());
        Stack<String> stack = new Stack<>();
        stack.push("bottom");
        stack.push("top");
        System.out.println(stack.peek() + " " + stack.pop() + " " + stack.search("bottom") + " " + stack + " " + stack.empty());
        stack.pop();
        try {
            stack.pop();
        } catch (java.util.EmptyStackException e) {
            System.out.println(e);
        }
        try {
            deque.add(null);
        } catch (NullPointerException e) {
            System.out.println("no nulls");
        }
    }
}
