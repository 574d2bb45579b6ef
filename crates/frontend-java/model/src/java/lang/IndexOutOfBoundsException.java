package java.lang;

import concrex.Message;

/** With a message that is made when it is read. */
public class IndexOutOfBoundsException extends RuntimeException {
    public IndexOutOfBoundsException() {}

    public IndexOutOfBoundsException(String message) {
        super(message);
    }

    public IndexOutOfBoundsException(int index) {
        lazyMessage = new Message("Index out of range: ", index, "");
    }

    public IndexOutOfBoundsException(long index) {
        lazyMessage = new Message("Index out of range: ", index, "");
    }
}
