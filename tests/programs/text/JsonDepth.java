// Brackets inside each other: one more than there is room for.
import java.io.IOException;

public class JsonDepth {
    public static void main(String[] args) throws IOException {
        char[] open = new char[6];
        int depth = 0;
        int next;
        while ((next = System.in.read()) >= 0) {
            char c = (char) next;
            if (c == '{' || c == '[') {
                // repaired: if (depth == open.length) return;
                if (depth > open.length) return;
                open[depth++] = c; // expect: refuted array-index
            } else if (c == '}' || c == ']') {
                if (depth == 0) return;
                char expected = c == '}' ? '{' : '[';
                if (open[--depth] != expected) return;
            }
        }
        System.out.println(depth);
    }
}
