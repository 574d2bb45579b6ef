package java.lang;

/** The machine says what was null when it makes one, so that nothing has to be found out later. */
public class NullPointerException extends RuntimeException {
    public NullPointerException() {}

    public NullPointerException(String message) {
        super(message);
    }
}
