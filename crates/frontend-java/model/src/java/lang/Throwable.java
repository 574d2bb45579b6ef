package java.lang;

import concrex.CauseMessage;
import concrex.Message;
import concrex.Trace;
import concrex.Vm;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Serializable;

/** With messages that are made when they are read and traces that grow while the exception is on its way. */
public class Throwable implements Serializable {
    private static final Throwable[] NONE = new Throwable[0];

    private String message;
    Message lazyMessage;
    private Throwable cause;
    private boolean causeIsSet;
    private boolean refusesSuppressed;
    private Throwable[] suppressed;
    /** What the program said its trace is. */
    private StackTraceElement[] replacedTrace;
    /** It was made without a trace, and never gets one. */
    private boolean isTraceless;
    /** Its trace was filled in, which a class below can prevent. */
    boolean isFilled;
    Trace trace;
    /** The place of the program's own code that the exception first came by; the machine sets it. */
    int site;

    public Throwable() {
        fillInStackTrace();
    }

    public Throwable(String message) {
        fillInStackTrace();
        this.message = message;
    }

    public Throwable(String message, Throwable cause) {
        fillInStackTrace();
        this.message = message;
        this.cause = cause;
        this.causeIsSet = true;
    }

    public Throwable(Throwable cause) {
        fillInStackTrace();
        if (cause != null && cause.lazyMessage != null && cause.getClass().getName().startsWith("java.")) {
            this.lazyMessage = new CauseMessage(cause);
        } else if (cause != null) {
            this.message = cause.toString();
        }
        this.cause = cause;
        this.causeIsSet = true;
    }

    protected Throwable(
            String message, Throwable cause, boolean enableSuppression, boolean writableStackTrace) {
        if (writableStackTrace) {
            fillInStackTrace();
        } else {
            this.isTraceless = true;
        }
        this.message = message;
        this.cause = cause;
        this.causeIsSet = true;
        this.refusesSuppressed = !enableSuppression;
    }

    public String getMessage() {
        if (lazyMessage != null) {
            message = lazyMessage.text();
            lazyMessage = null;
        }
        return message;
    }

    public String getLocalizedMessage() {
        return getMessage();
    }

    public Throwable getCause() {
        return cause;
    }

    public Throwable initCause(Throwable cause) {
        if (causeIsSet) {
            String what = cause == null ? "a null" : cause.toString();
            throw new IllegalStateException("Can't overwrite cause with " + what, this);
        }
        if (cause == this) {
            throw new IllegalArgumentException("Self-causation not permitted", this);
        }
        this.cause = cause;
        this.causeIsSet = true;
        return this;
    }

    final void setCause(Throwable cause) {
        this.cause = cause;
    }

    @Override
    public String toString() {
        String name = getClass().getName();
        String text = getLocalizedMessage();
        return text == null ? name : name.concat(": ").concat(text);
    }

    public Throwable fillInStackTrace() {
        if (!isTraceless) {
            isFilled = true;
            replacedTrace = null;
            trace = Vm.traces() == Trace.READ ? Trace.captured(this) : null;
        }
        return this;
    }

    public StackTraceElement[] getStackTrace() {
        return ownTrace().clone();
    }

    /** The trace, whatever a class below says of it. */
    final StackTraceElement[] ownTrace() {
        if (replacedTrace != null) {
            return replacedTrace;
        }
        return trace == null ? new StackTraceElement[0] : trace.elements();
    }

    public void setStackTrace(StackTraceElement[] stackTrace) {
        StackTraceElement[] copy = stackTrace.clone();
        for (int i = 0; i < copy.length; i++) {
            if (copy[i] == null) {
                throw new NullPointerException("stackTrace[" + i + "]");
            }
        }
        if (!isTraceless) {
            replacedTrace = copy;
        }
    }

    public final void addSuppressed(Throwable exception) {
        if (exception == this) {
            throw new IllegalArgumentException("Self-suppression not permitted", exception);
        }
        if (exception == null) {
            throw new NullPointerException("Cannot suppress a null exception.");
        }
        if (refusesSuppressed) {
            return;
        }
        int count = suppressed == null ? 0 : suppressed.length;
        Throwable[] longer = new Throwable[count + 1];
        for (int i = 0; i < count; i++) {
            longer[i] = suppressed[i];
        }
        longer[count] = exception;
        suppressed = longer;
    }

    public final Throwable[] getSuppressed() {
        return suppressed == null ? NONE : suppressed.clone();
    }

    public void printStackTrace() {
        printStackTrace(System.err);
    }

    public void printStackTrace(PrintStream stream) {
        new StackTracePrinter(stream::println).print(this);
    }

    public void printStackTrace(PrintWriter writer) {
        new StackTracePrinter(writer::println).print(this);
    }
}
