import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;

public class Optionals {
    static Optional<Integer> parse(String text) {
        try {
            return Optional.of(Integer.parseInt(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    public static void main(String[] args) {
        System.out.println(parse("12") + " " + parse("x"));
        System.out.println(parse("12").map(n -> n * 2).orElse(0) + " " + parse("x").map(n -> n * 2).orElse(0));
        System.out.println(parse("5").filter(n -> n > 5).isPresent() + " " + parse("6").flatMap(n -> parse("" + n + n)).get());
        parse("7").ifPresentOrElse(n -> System.out.println("is " + n), () -> System.out.println("none"));
        parse("y").ifPresentOrElse(n -> System.out.println("is " + n), () -> System.out.println("none"));
        System.out.println(Optional.ofNullable(null).or(() -> Optional.of("other")).get() + " " + OptionalInt.of(3).getAsInt() + " " + OptionalInt.empty());
        System.out.println(Optional.of(1).equals(Optional.of(1)) + " " + Optional.of("a").hashCode() + " " + Optional.empty().isEmpty());
        System.out.println(parse("8").orElseGet(() -> -1) + parse("z").stream().count());
        try {
            parse("no").orElseThrow();
        } catch (NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        try {
            parse("no").orElseThrow(() -> new IllegalStateException("custom"));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            Optional.of(null);
        } catch (NullPointerException e) {
            System.out.println("null is no value");
        }
    }
}
