public class Builders {
    static void attempt(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            System.out.println(e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        StringBuilder b = new StringBuilder("base");
        b.append(1).append('c').append(2.5).append(true).append("s").append(3L).append(1.5f).append((String) null).append(new char[] {'x', 'y'});
        System.out.println(b + " " + b.length());
        b.setLength(4);
        System.out.println(b.insert(0, "pre").insert(3, '-').insert(b.length(), 99).insert(1, true));
        System.out.println(b.reverse() + " " + b.reverse());
        System.out.println(b.deleteCharAt(0).delete(0, 2).replace(0, 3, "<>") + " " + b.indexOf("-") + " " + b.lastIndexOf("9"));
        b.setCharAt(0, 'Z');
        System.out.println(b.charAt(0) + b.substring(2) + b.substring(1, 3) + b.subSequence(0, 1));
        System.out.println(new StringBuilder("abc").compareTo(new StringBuilder("abd")) + " " + new StringBuilder().isEmpty());
        System.out.println(new StringBuilder("ab").equals(new StringBuilder("ab")) + " " + "ab".contentEquals(new StringBuffer("ab")));
        System.out.println(new StringBuilder("\ud83d\ude00x").reverse().charAt(0) + " " + new StringBuilder().appendCodePoint(65).append("xyz", 1, 2));
        StringBuilder large = new StringBuilder(2);
        for (int i = 0; i < 100; i++) {
            large.append(i);
        }
        System.out.println(large.length() + " " + large.charAt(150));
        large.setLength(0);
        large.append('\u4e2d').append("ascii").setLength(3);
        System.out.println(large.length() + " " + (int) large.charAt(0) + " " + large.charAt(2));
        StringBuffer buffer = new StringBuffer();
        buffer.append("sync").append(4).insert(0, 'a').reverse();
        System.out.println(buffer);
        attempt(() -> new StringBuilder("abc").charAt(3));
        attempt(() -> new StringBuilder("abc").deleteCharAt(3));
        attempt(() -> new StringBuilder("abc").insert(4, "x"));
        attempt(() -> new StringBuilder("abc").delete(2, 1));
        attempt(() -> new StringBuilder("abc").setCharAt(-1, 'x'));
        attempt(() -> new StringBuilder("abc").setLength(-1));
        attempt(() -> new StringBuilder("abc").substring(2, 1));
        attempt(() -> System.out.println(new StringBuilder("abc").delete(1, 100)));
        attempt(() -> new StringBuilder("abc").append("xyz", 2, 5));
    }
}
