package concrex;

import java.lang.Internals;

/**
 * The stack traces of exceptions. Where the program reads them, they are the calls under way when the exception was
 * made. Else they are printed at most, and grow as the exceptions leave frame after frame.
 */
public final class Trace {
    public static final int PRINTED = 0;
    public static final int READ = 1;
    public static final int UNKNOWN = 2;

    /** The JVM's own limit, if nobody changes it. */
    private static final int MOST = 1024;

    private static Frame top;

    private int[] sites = new int[4];
    private int depth;
    /** Whether a method of the model is among the callers, where the JDK has methods of its own. */
    private boolean isInexact;

    /** A call under way. */
    private static final class Frame {
        final int site;
        final Frame caller;

        Frame(int site, Frame caller) {
            this.site = site;
            this.caller = caller;
        }
    }

    private Trace() {}

    static void enter(int site) {
        top = new Frame(site, top);
    }

    static void leave() {
        top = top.caller;
    }

    /** The calls under way but those that make the exception. */
    public static Trace captured(Throwable t) {
        Frame frame = top;
        while (frame != null && makes(frame.site, t)) {
            frame = frame.caller;
        }
        Trace trace = new Trace();
        for (; frame != null && trace.depth < MOST; frame = frame.caller) {
            if (frame.site < 0) {
                trace.isInexact = true;
            } else if (!isHidden(Vm.siteMethod(frame.site))) {
                trace.add(frame.site);
            }
        }
        return trace;
    }

    /** Whether a call is one of the machine, or of a constructor of the exception. */
    private static boolean makes(int site, Throwable t) {
        String method = Vm.siteMethod(site < 0 ? -site : site);
        if (method.startsWith("concrex.Vm.") || method.endsWith(".fillInStackTrace")) {
            return true;
        }
        if (!method.endsWith(".<init>")) {
            return false;
        }
        String type = method.substring(0, method.length() - ".<init>".length());
        for (Class<?> above = t.getClass(); above != null; above = above.getSuperclass()) {
            if (above.getName().equals(type)) {
                return true;
            }
        }
        return false;
    }

    /** The classes that lambdas become are not shown. */
    private static boolean isHidden(String method) {
        return method.contains("$$");
    }

    static void raised(Throwable t, int site) {
        Trace trace = Internals.trace(t);
        if (trace == null) {
            frame(t, site);
        }
    }

    static void frame(Throwable t, int site) {
        Trace trace = Internals.trace(t);
        if (Vm.traces() == READ || !Internals.isFilled(t) || trace != null && trace.depth == MOST) {
            return;
        }
        if (trace == null) {
            trace = new Trace();
            Internals.setTrace(t, trace);
        }
        trace.add(site);
    }

    private void add(int site) {
        if (depth == sites.length) {
            int[] larger = new int[2 * depth];
            Vm.copy(sites, 0, larger, 0, depth, 4);
            sites = larger;
        }
        sites[depth++] = site;
    }

    public StackTraceElement[] elements() {
        if (isInexact || Vm.traces() == UNKNOWN) {
            Vm.unsupported("stack traces below which is what nobody knows");
        }
        StackTraceElement[] elements = new StackTraceElement[depth];
        for (int i = 0; i < depth; i++) {
            elements[i] = element(sites[i]);
        }
        return elements;
    }

    private static StackTraceElement element(int site) {
        String method = Vm.siteMethod(site);
        int dot = method.lastIndexOf('.');
        String type = method.substring(0, dot);
        String module = isLibrary(type) ? "java.base" : null;
        return new StackTraceElement(
                null, module, null, type, method.substring(dot + 1), Vm.siteFile(site), Vm.siteLine(site));
    }

    static boolean isLibrary(String type) {
        return type.startsWith("java.") || type.startsWith("jdk.internal.") || type.startsWith("sun.");
    }
}
