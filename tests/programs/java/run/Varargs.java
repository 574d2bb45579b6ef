public class Varargs {
    static int sum(int... numbers) {
        int total = 0;
        for (int number : numbers) {
            total += number;
        }
        return total;
    }

    static String show(String first, Object... rest) {
        return first + ":" + (rest == null ? "null" : rest.length);
    }

    @SafeVarargs
    static <T> T last(T... elements) {
        return elements[elements.length - 1];
    }

    public static void main(String... args) {
        System.out.println(sum() + " " + sum(1) + " " + sum(1, 2, 3) + " " + sum(new int[] {4, 5}));
        System.out.println(show("a") + " " + show("b", 1, 2) + " " + show("c", (Object) null) + " " + show("d", (Object[]) null));
        System.out.println(show("e", new String[] {"x", "y"}) + " " + show("f", new int[] {1, 2}));
        System.out.println(last("p", "q") + last(1, 2.5, 'c'));
        System.out.println(last(1, 2).getClass().getSimpleName());
        try {
            last();
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
