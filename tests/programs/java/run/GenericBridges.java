import java.util.ArrayList;
import java.util.List;

public class GenericBridges {
    interface Transformer<A, B> {
        B apply(A a);
    }

    static class Length implements Transformer<String, Integer> {
        @Override
        public Integer apply(String s) {
            return s.length();
        }
    }

    static class Box<T extends Comparable<T>> implements Comparable<Box<T>> {
        private final T value;

        Box(T value) {
            this.value = value;
        }

        T get() {
            return value;
        }

        @Override
        public int compareTo(Box<T> other) {
            return value.compareTo(other.value);
        }
    }

    static class IntBox extends Box<Integer> {
        IntBox(int value) {
            super(value);
        }

        @Override
        Integer get() {
            return super.get() * 2;
        }
    }

    static <T extends Comparable<T>> T largest(List<? extends T> list) {
        T best = null;
        for (T element : list) {
            if (best == null || element.compareTo(best) > 0) {
                best = element;
            }
        }
        return best;
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static void pollute() {
        Transformer raw = new Length();
        System.out.println(raw.apply("four"));
        try {
            raw.apply(4);
        } catch (ClassCastException e) {
            System.out.println("cast in the bridge");
        }
        List<String> strings = new ArrayList<>();
        ((List) strings).add(1);
        System.out.println(strings.size());
        try {
            String s = strings.get(0);
        } catch (ClassCastException e) {
            System.out.println("cast at the use");
        }
    }

    public static void main(String[] args) {
        Box<Integer> box = new IntBox(21);
        System.out.println(box.get());
        List<Box<Integer>> boxes = new ArrayList<>();
        boxes.add(new Box<>(3));
        boxes.add(box);
        boxes.add(new Box<>(5));
        System.out.println(largest(List.of(3, 9, 4)));
        boxes.sort(null);
        for (Box<Integer> b : boxes) {
            System.out.print(b.value + " ");
        }
        System.out.println();
        pollute();
    }
}
