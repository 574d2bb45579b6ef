// A calculator with a stack: `swap` needs two numbers, and takes one.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class Stack {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int[] stack = new int[6];
        int depth = 0;
        String word;
        while ((word = in.readLine()) != null) {
            switch (word) {
                case "one":
                    if (depth == stack.length) return;
                    stack[depth++] = 1;
                    break;
                case "add":
                    if (depth < 2) return;
                    depth--;
                    stack[depth - 1] += stack[depth];
                    break;
                case "swap":
                    // repaired: if (depth < 2) return;
                    if (depth < 1) return;
                    int top = stack[depth - 1];
                    stack[depth - 1] = stack[depth - 2]; // expect: refuted array-index
                    stack[depth - 2] = top;
                    break;
                default:
                    return;
            }
        }
    }
}
