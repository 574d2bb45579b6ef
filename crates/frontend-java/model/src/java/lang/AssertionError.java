package java.lang;

import concrex.Message;

/** With a message that is made when it is read, where it is a number. */
public class AssertionError extends Error {
    public AssertionError() {}

    private AssertionError(String message) {
        super(message);
    }

    public AssertionError(Object detail) {
        this(String.valueOf(detail));
        if (detail instanceof Throwable) {
            initCause((Throwable) detail);
        }
    }

    public AssertionError(boolean detail) {
        this(String.valueOf(detail));
    }

    public AssertionError(char detail) {
        this(String.valueOf(detail));
    }

    public AssertionError(int detail) {
        lazyMessage = new Message("", detail, "");
    }

    public AssertionError(long detail) {
        lazyMessage = new Message("", detail, "");
    }

    public AssertionError(float detail) {
        this(String.valueOf(detail));
    }

    public AssertionError(double detail) {
        this(String.valueOf(detail));
    }

    public AssertionError(String message, Throwable cause) {
        super(message, cause);
    }
}
