public class LinkedStructures {
    static class Node {
        final int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static Node reverse(Node list) {
        Node reversed = null;
        while (list != null) {
            Node next = list.next;
            list.next = reversed;
            reversed = list;
            list = next;
        }
        return reversed;
    }

    static class Tree {
        int key;
        Tree left;
        Tree right;

        Tree(int key) {
            this.key = key;
        }

        void insert(int newKey) {
            if (newKey < key) {
                if (left == null) {
                    left = new Tree(newKey);
                } else {
                    left.insert(newKey);
                }
            } else if (right == null) {
                right = new Tree(newKey);
            } else {
                right.insert(newKey);
            }
        }

        int height() {
            return 1 + Math.max(left == null ? 0 : left.height(), right == null ? 0 : right.height());
        }

        void print() {
            if (left != null) {
                left.print();
            }
            System.out.print(key + " ");
            if (right != null) {
                right.print();
            }
        }
    }

    public static void main(String[] args) {
        Node list = null;
        for (int i = 0; i < 5; i++) {
            list = new Node(i, list);
        }
        for (Node node = reverse(list); node != null; node = node.next) {
            System.out.print(node.value + " ");
        }
        System.out.println();
        Tree tree = new Tree(50);
        for (int key : new int[] {30, 70, 20, 40, 60, 80, 10, 45}) {
            tree.insert(key);
        }
        tree.print();
        System.out.println(tree.height());
        Node cycle = new Node(1, null);
        cycle.next = cycle;
        System.out.println(cycle.next.next.next == cycle);
    }
}
