/** What a record does by itself takes many frames of the JVM's. */
public class StackOverflowRecord {
    record Node(int value, Node next) {} // expect: refuted stack-overflow

    static Node list(int length) {
        Node list = null;
        for (int i = 0; i < length; i++) {
            list = new Node(i, list);
        }
        return list;
    }

    public static void main(String[] args) {
        boolean equal = list(3000).equals(list(3000));
    }
}
