import java.util.Iterator;
import java.util.StringJoiner;
import java.util.StringTokenizer;

public class Tokenizers {
    static int term(Iterator<String> tokens) {
        String token = tokens.next();
        return switch (token) {
            case "+" -> term(tokens) + term(tokens);
            case "-" -> term(tokens) - term(tokens);
            case "*" -> term(tokens) * term(tokens);
            default -> Integer.parseInt(token);
        };
    }

    public static void main(String[] args) {
        System.out.println(term(java.util.List.of("+ 1 * 2 - 9 4".split(" ")).iterator()));
        StringTokenizer tokenizer = new StringTokenizer("a=1;b=2;;c", ";=");
        StringJoiner joiner = new StringJoiner("|", "<", ">");
        joiner.setEmptyValue("empty");
        System.out.println(joiner);
        System.out.println(tokenizer.countTokens());
        while (tokenizer.hasMoreTokens()) {
            joiner.add(tokenizer.nextToken());
        }
        System.out.println(joiner + " " + joiner.length());
        try {
            tokenizer.nextToken();
        } catch (java.util.NoSuchElementException e) {
            System.out.println("no more");
        }
    }
}
