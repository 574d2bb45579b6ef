package concrex;

/**
 * The message of an exception as the numbers it is about. The text is made when somebody asks for it: on the way
 * of an exception the numbers are often unknown, and their digits would be many cases.
 */
public class Message {
    private final String first;
    private final long a;
    private final String second;
    private final long b;
    private final String third;
    private final long c;
    private final String last;
    private final int numbers;

    public Message(String first, long a, String last) {
        this(first, a, null, 0, null, 0, last, 1);
    }

    public Message(String first, long a, String second, long b, String last) {
        this(first, a, second, b, null, 0, last, 2);
    }

    public Message(String first, long a, String second, long b, String third, long c, String last) {
        this(first, a, second, b, third, c, last, 3);
    }

    protected Message() {
        this(null, 0, null, 0, null, 0, null, 0);
    }

    private Message(
            String first, long a, String second, long b, String third, long c, String last, int numbers) {
        this.first = first;
        this.a = a;
        this.second = second;
        this.b = b;
        this.third = third;
        this.c = c;
        this.last = last;
        this.numbers = numbers;
    }

    public static Message index(long index, long length) {
        return new Message("Index ", index, " out of bounds for length ", length, "");
    }

    /** The exception itself, with this message. */
    public static <T extends Throwable> T give(T exception, Message message) {
        java.lang.Internals.setMessage(exception, message);
        return exception;
    }

    public String text() {
        StringBuilder text = new StringBuilder(first).append(a);
        if (numbers > 1) {
            text.append(second).append(b);
        }
        if (numbers > 2) {
            text.append(third).append(c);
        }
        return text.append(last).toString();
    }
}
