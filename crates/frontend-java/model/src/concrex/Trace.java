package concrex;

import java.lang.Internals;

/** The stack traces of exceptions, which grow as the exceptions leave frame after frame. */
public final class Trace {
    /** The JVM's own limit, if nobody changes it. */
    private static final int MOST = 1024;

    private int[] sites = new int[4];
    private int depth;

    private Trace() {}

    static void raised(Throwable t, int site) {
        Trace trace = Internals.trace(t);
        if (trace == null) {
            frame(t, site);
        }
    }

    static void frame(Throwable t, int site) {
        Trace trace = Internals.trace(t);
        if (trace != null && trace.depth == MOST) {
            return;
        }
        if (trace == null) {
            trace = new Trace();
            Internals.setTrace(t, trace);
        }
        if (trace.depth == trace.sites.length) {
            int[] larger = new int[2 * trace.depth];
            Vm.copy(trace.sites, 0, larger, 0, trace.depth, 4);
            trace.sites = larger;
        }
        trace.sites[trace.depth++] = site;
    }

    public StackTraceElement[] elements() {
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
