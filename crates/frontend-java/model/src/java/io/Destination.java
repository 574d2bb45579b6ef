package java.io;

import concrex.StandardOutput;
import concrex.Vm;

/** Where a program writes to: what it can read again must not depend on the machine. */
public final class Destination {
    private Destination() {}

    /** Whether what is written may come back to the program, instead of leaving it. */
    public static boolean isSeen(Object destination) {
        Object at = destination;
        while (at != null) {
            if (at instanceof StandardOutput) {
                return false;
            }
            Class<?> type = at.getClass();
            Object next = null;
            if (type == PrintStream.class || type == BufferedOutputStream.class) {
                next = ((FilterOutputStream) at).out;
            } else if (type == PrintWriter.class || type == BufferedWriter.class || type == OutputStreamWriter.class) {
                // Each of these is locked by what it writes to.
                next = ((Writer) at).lock;
            }
            at = next == at ? null : next;
        }
        return true;
    }

    /** A line ends here as lines end on this machine. */
    public static void endLine(Object destination) {
        if (isSeen(destination)) {
            Vm.usually();
        }
    }

    /** Text becomes bytes here in the machine's encoding: all agree on ASCII only. */
    static void encode(Object destination, String text, byte[] bytes) {
        if (isSeen(destination) && bytes.length != text.length()) {
            Vm.usually();
        }
    }
}
