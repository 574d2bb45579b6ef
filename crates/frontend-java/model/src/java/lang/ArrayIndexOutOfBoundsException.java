package java.lang;

import concrex.Message;

/** With a message that is made when it is read. */
public class ArrayIndexOutOfBoundsException extends IndexOutOfBoundsException {
    public ArrayIndexOutOfBoundsException() {}

    public ArrayIndexOutOfBoundsException(String message) {
        super(message);
    }

    public ArrayIndexOutOfBoundsException(int index) {
        lazyMessage = new Message("Array index out of range: ", index, "");
    }
}
