// Sums and products with brackets: nobody looks whether a bracket is zero before dividing by it.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class Calculator {
    static String text;
    static int at;
    static boolean failed;

    static char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    static int factor(int depth) {
        if (peek() == '(' && depth < 5) {
            at++;
            int value = sum(depth + 1);
            if (peek() == ')') at++;
            else failed = true;
            return value;
        }
        if (peek() < '0' || peek() > '9') {
            failed = true;
            return 1;
        }
        return text.charAt(at++) - '0';
    }

    static int product(int depth) {
        int value = factor(depth);
        while (!failed && (peek() == '*' || peek() == '/')) {
            char sign = text.charAt(at++);
            boolean isPlain = peek() != '(';
            int right = factor(depth);
            if (failed) break;
            if (sign == '*') {
                value = value * right;
            } else {
                // repaired: if (right == 0) { failed = true; break; }
                if (isPlain && right == 0) { failed = true; break; }
                value = value / right; // expect: refuted arithmetic
            }
        }
        return value;
    }

    static int sum(int depth) {
        int value = product(depth);
        while (!failed && (peek() == '+' || peek() == '-')) {
            char sign = text.charAt(at++);
            int right = product(depth);
            value = sign == '+' ? value + right : value - right;
        }
        return value;
    }

    public static void main(String[] args) throws IOException {
        text = new BufferedReader(new InputStreamReader(System.in)).readLine();
        if (text == null) return;
        int value = sum(0);
        if (!failed) System.out.println(value);
    }
}
