// exit: 1
public class UncaughtWithCause {
    static int parse(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("empty");
        }
        return text.length();
    }

    static int load(String text) {
        try {
            return parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException("cannot load", e);
        }
    }

    static int start(String text) {
        return load(text);
    }

    public static void main(String[] args) {
        System.out.println(start("abc"));
        System.out.println(start(""));
    }
}
