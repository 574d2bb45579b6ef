import java.util.Arrays;

public class StringMethods {
    public static void main(String[] args) {
        String s = "Hello, World";
        System.out.println(s.length() + " " + s.charAt(4) + " " + s.indexOf('o') + " " + s.indexOf('o', 5) + " " + s.lastIndexOf("o"));
        System.out.println(s.indexOf("World") + " " + s.indexOf("x") + " " + s.contains("lo, W") + " " + s.isEmpty());
        System.out.println(s.substring(7) + "|" + s.substring(0, 5) + "|" + s.substring(12) + "|");
        System.out.println(s.startsWith("Hell") + " " + s.startsWith("World", 7) + " " + s.endsWith("ld") + " " + s.endsWith(""));
        System.out.println(s.replace('l', 'L') + " " + s.replace("l", "") + " " + s.replace("", "-"));
        System.out.println(s.toUpperCase() + " " + s.toLowerCase() + " " + s.concat("!") + " " + "ab".repeat(3));
        System.out.println("  trim me ".trim() + "|" + " strip ".strip() + "|" + " lead".stripLeading() + "|" + "trail ".stripTrailing() + "|" + "  ".isBlank());
        System.out.println("a".compareTo("b") + " " + "apple".compareTo("app") + " " + "A".compareToIgnoreCase("a") + " " + "Zed".equalsIgnoreCase("zED"));
        System.out.println("abc".equals(null) + " " + "abc".equals("ab" + "c") + " " + "abc".contentEquals(new StringBuilder("abc")));
        System.out.println("hello".hashCode() + " " + "".hashCode() + " " + "polygenelubricants".hashCode());
        System.out.println(Arrays.toString("a,b,,c,,".split(",")) + " " + Arrays.toString("a,b,,c,,".split(",", -1)) + " " + Arrays.toString("a,b,c".split(",", 2)));
        System.out.println(String.join("-", "x", "y", "z") + " " + String.join("/", Arrays.asList("p", "q")));
        System.out.println(String.valueOf(3.0) + String.valueOf(true) + String.valueOf(new char[] {'o', 'k'}) + String.valueOf((Object) null));
        System.out.println(new String(new char[] {'a', 'b', 'c', 'd'}, 1, 2) + new String("copy") + String.copyValueOf(new char[] {'z'}));
        System.out.println(s.chars().filter(c -> c == 'l').count() + " " + s.codePointAt(1) + " " + Arrays.toString("hi".getBytes()));
        System.out.println("b" + null + 'c' + 1 + 2L + 3.5f + true);
        String t = "Hel" + "lo";
        System.out.println((t == "Hello") + " " + (new String("Hello") == "Hello") + " " + (new String("Hello").intern() == "Hello"));
        System.out.println("a-b-c".replaceFirst("-", "+") + " " + "x".compareTo("xyz") + " " + "abcabc".lastIndexOf("bc", 3) + " " + "abc".regionMatches(true, 1, "xBC", 1, 2));
        System.out.println("line1\nline2\r\nline3".lines().count() + " " + "%d%%".formatted(5) + " " + "tEST".substring(0, 1).toUpperCase());
        char[] target = new char[3];
        "abcdef".getChars(2, 5, target, 0);
        System.out.println(target);
        System.out.println("\u00e4\u00f6".length() + " " + "\u4e2d\u6587".charAt(1) % 100 + " " + "\ud83d\ude00".codePointCount(0, 2) + " " + "stra\u00dfe".toUpperCase().length());
    }
}
