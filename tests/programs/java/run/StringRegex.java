import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class StringRegex {
    public static void main(String[] args) {
        System.out.println("abc123".matches("[a-z]+\\d+") + " " + "abc".matches("ab"));
        System.out.println("a1b22c".replaceAll("[0-9]+", "#") + " " + "x.y.z".replaceAll("\\.", "/"));
        System.out.println(Arrays.toString("one  two three".split("\\s+")));
        Matcher matcher = Pattern.compile("(\\w+)@(\\w+)\\.com").matcher("mail bob@home.com and eve@work.com");
        while (matcher.find()) {
            System.out.println(matcher.group(1) + " at " + matcher.group(2) + " " + matcher.start());
        }
        System.out.println("John Smith".replaceAll("(\\w+) (\\w+)", "$2, $1"));
    }
}
