// exit: 1
public class UncaughtNullPointer {
    static class Node {
        Node next;
        int value;
    }

    static int second(Node node) {
        return node.next.value;
    }

    public static void main(String[] args) {
        Node node = new Node();
        node.next = new Node();
        System.out.println(second(node));
        node.next = null;
        System.out.println(second(node));
    }
}
