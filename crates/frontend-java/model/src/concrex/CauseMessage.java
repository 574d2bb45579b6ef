package concrex;

/** The message of an exception that has none of its own but a cause. */
public final class CauseMessage extends Message {
    private final Throwable cause;

    public CauseMessage(Throwable cause) {
        this.cause = cause;
    }

    @Override
    public String text() {
        return cause.toString();
    }
}
