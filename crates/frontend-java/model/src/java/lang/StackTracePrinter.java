package java.lang;

import concrex.Trace;
import concrex.Vm;
import java.util.function.Consumer;

/** Prints an exception with its trace, what it suppressed and what caused it. */
final class StackTracePrinter {
    private final Consumer<String> lines;
    private Throwable[] seen = new Throwable[4];
    private int seenCount;

    StackTracePrinter(Consumer<String> lines) {
        this.lines = lines;
    }

    void print(Throwable t) {
        print(t, t.ownTrace(), 0, "", "");
    }

    /** The last {@code common} elements are those of the exception around this one. */
    private void print(Throwable t, StackTraceElement[] trace, int common, String caption, String indent) {
        if (wasSeen(t)) {
            lines.accept(indent + caption + "[CIRCULAR REFERENCE: " + t + "]");
            return;
        }
        lines.accept(indent + caption + t);
        for (int i = 0; i < trace.length - common; i++) {
            lines.accept(indent + "\tat " + trace[i]);
        }
        if (common > 0) {
            lines.accept(indent + "\t... " + common + " more");
        }
        for (Throwable suppressed : t.getSuppressed()) {
            printEnclosed(suppressed, trace, "Suppressed: ", indent + "\t");
        }
        Throwable cause = t.getCause();
        if (cause != null) {
            printEnclosed(cause, trace, "Caused by: ", indent);
        }
    }

    private void printEnclosed(Throwable t, StackTraceElement[] outer, String caption, String indent) {
        StackTraceElement[] trace = completed(t.ownTrace(), outer);
        int common = 0;
        while (common < trace.length && common < outer.length
                && trace[trace.length - 1 - common].equals(outer[outer.length - 1 - common])) {
            common++;
        }
        print(t, trace, common, caption, indent);
    }

    /**
     * A trace ends in the frame that caught the exception. The frames below are those of the exception that was
     * made of it there; below an initialiser, all of them.
     */
    private static StackTraceElement[] completed(StackTraceElement[] trace, StackTraceElement[] outer) {
        if (trace.length == 0 || Vm.traces() == Trace.READ) {
            return trace;
        }
        StackTraceElement last = trace[trace.length - 1];
        int below = 0;
        if (last.getMethodName().equals("<clinit>")) {
            below = -1;
        } else {
            while (below < outer.length && !last.isInMethodOf(outer[below])) {
                below++;
            }
        }
        int more = outer.length - below - 1;
        if (more <= 0) {
            return trace;
        }
        StackTraceElement[] complete = new StackTraceElement[trace.length + more];
        System.arraycopy(trace, 0, complete, 0, trace.length);
        System.arraycopy(outer, below + 1, complete, trace.length, more);
        return complete;
    }

    private boolean wasSeen(Throwable t) {
        for (int i = 0; i < seenCount; i++) {
            if (seen[i] == t) {
                return true;
            }
        }
        if (seenCount == seen.length) {
            Throwable[] larger = new Throwable[2 * seenCount];
            System.arraycopy(seen, 0, larger, 0, seenCount);
            seen = larger;
        }
        seen[seenCount++] = t;
        return false;
    }
}
