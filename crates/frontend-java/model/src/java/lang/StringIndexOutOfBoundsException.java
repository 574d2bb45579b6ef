package java.lang;

import concrex.Message;

/** With a message that is made when it is read. */
public class StringIndexOutOfBoundsException extends IndexOutOfBoundsException {
    public StringIndexOutOfBoundsException() {}

    public StringIndexOutOfBoundsException(String message) {
        super(message);
    }

    public StringIndexOutOfBoundsException(int index) {
        lazyMessage = new Message("String index out of range: ", index, "");
    }
}
