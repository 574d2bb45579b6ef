public class Formatting {
    public static void main(String[] args) {
        System.out.printf("%d %5d|%-5d|%05d %+d %,d %x %X %o%n", 1, 2, 3, 4, 5, 1234567, 255, 255, 8);
        System.out.printf("%s %10s|%-10s|%.2s %S %c %b %%%n", "text", "right", "left", "cut", "upper", 'c', true);
        System.out.printf("%f %.2f %8.3f|%-8.1f|%e %g %08.2f%n", 1.5, 2.345, Math.PI, 2.25, 12345.678, 0.0001, -3.14159);
        System.out.println(String.format("%2$s before %1$s, %s and %<s", "a", "b"));
        System.out.println(String.format("%d %d %d %d", (byte) -1, (short) -1, -1L, Integer.MIN_VALUE));
        System.out.println(String.format("%x %h %s %s", -1, "hash", null, new int[0].length));
        System.out.println("%-6b|%6c|".formatted(false, 'z') + String.format("%.0f %.1f %.3f", 0.5, 0.25, 1e-4));
        String[] bad = {"%d", "%q", "%5", "%-d", "%.2d", "%s %s"};
        for (String format : bad) {
            try {
                System.out.println(String.format(format, "x"));
            } catch (java.util.IllegalFormatException e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            }
        }
    }
}
