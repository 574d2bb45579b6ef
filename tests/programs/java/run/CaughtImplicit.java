public class CaughtImplicit {
    interface Action {
        void run() throws Exception;
    }

    static void attempt(Action action) {
        try {
            action.run();
            System.out.println("nothing");
        } catch (Exception e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    static Object identity(Object o) {
        return o;
    }

    public static void main(String[] args) {
        int zero = args.length;
        int[] empty = new int[zero];
        Object[] strings = new String[1];
        attempt(() -> System.out.println(1 / zero));
        attempt(() -> System.out.println(1L % zero));
        attempt(() -> System.out.println(1.0 / zero));
        attempt(() -> System.out.println(empty[0]));
        attempt(() -> empty[-1] = 0);
        attempt(() -> System.out.println(new long[zero - 5].length));
        attempt(() -> System.out.println(new int[2][zero - 1].length));
        attempt(() -> strings[0] = 1.5);
        attempt(() -> strings[0] = "fine");
        attempt(() -> System.out.println((String) identity(7)));
        attempt(() -> System.out.println((int[]) identity("ints")));
        attempt(() -> System.out.println((Integer) identity(null)));
        attempt(() -> System.out.println("abc".charAt(3)));
        attempt(() -> System.out.println("abc".substring(2, 1)));
        attempt(() -> Integer.parseInt("12x"));
        attempt(() -> new java.util.ArrayList<>(java.util.List.of(1)).get(1));
        attempt(() -> new java.util.ArrayDeque<String>().pop());
        attempt(() -> java.util.List.of(1).add(2));
        attempt(() -> java.util.Optional.empty().get());
        attempt(() -> new java.util.ArrayList<String>().iterator().next());
        attempt(() -> { throw new Exception("checked"); });
    }
}
