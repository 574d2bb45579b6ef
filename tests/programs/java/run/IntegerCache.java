public class IntegerCache {
    public static void main(String[] args) {
        Integer a = 127;
        Integer b = 127;
        Integer c = 128;
        Integer d = 128;
        System.out.println((a == b) + " " + (c == d) + " " + c.equals(d));
        Integer low = -128;
        Integer alsoLow = Integer.valueOf("-128");
        System.out.println(low == alsoLow);
        Long big = 127L;
        Long alsoBig = 127L;
        System.out.println((big == alsoBig) + " " + big.equals(127) + " " + big.equals(127L));
        Character x = 'x';
        Character y = 'x';
        System.out.println(x == y);
        Boolean yes = true;
        Boolean alsoYes = Boolean.valueOf("true");
        System.out.println(yes == alsoYes);
        Integer sum = 0;
        for (int i = 0; i < 5; i++) {
            sum += i;
        }
        System.out.println(sum);
        Object o = true ? 1 : "one";
        System.out.println(o.getClass().getName());
        Object mixed = true ? 1 : 2.0;
        System.out.println(mixed);
        Integer none = null;
        try {
            int plain = none;
        } catch (NullPointerException e) {
            System.out.println("unboxed null");
        }
        System.out.println(Integer.valueOf(5).compareTo(7) + " " + new StringBuilder().append((Object) 5).append(5));
    }
}
