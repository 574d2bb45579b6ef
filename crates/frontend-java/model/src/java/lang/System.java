package java.lang;

import concrex.StandardInput;
import concrex.StandardOutput;
import concrex.Vm;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.Properties;

/** Streams, properties, time and arrays. */
public final class System {
    public static InputStream in = new StandardInput();
    public static PrintStream out = new PrintStream(new StandardOutput(1));
    public static PrintStream err = new PrintStream(new StandardOutput(2));

    /** What fits into a signed number of nanoseconds, as a clock has it: the year 2262. */
    private static final long LATEST = Long.MAX_VALUE / 1_000_000;

    private static boolean wasTimed;
    private static long lastTime;

    private System() {}

    public static void setIn(InputStream stream) {
        in = stream;
    }

    public static void setOut(PrintStream stream) {
        out = stream;
    }

    public static void setErr(PrintStream stream) {
        err = stream;
    }

    public static void exit(int status) {
        Vm.exit(status);
    }

    /** Any time that the clock of a machine can be set to; it may be set back. */
    public static long currentTimeMillis() {
        long now = Vm.clock();
        Vm.assume(now >= 0);
        Vm.assume(now <= LATEST);
        return now;
    }

    /** From any origin, but never back. */
    public static long nanoTime() {
        long now = Vm.clock();
        if (wasTimed) {
            Vm.assume(now - lastTime >= 0);
        }
        wasTimed = true;
        lastTime = now;
        return now;
    }

    public static int identityHashCode(Object o) {
        return o == null ? 0 : Vm.identityHash(o);
    }

    public static void gc() {}

    public static void runFinalization() {}

    public static String lineSeparator() {
        return "\n";
    }

    public static SecurityManager getSecurityManager() {
        return null;
    }

    public static String getenv(String name) {
        Vm.unsupported("System.getenv");
        return null;
    }

    public static Map<String, String> getenv() {
        Vm.unsupported("System.getenv");
        return null;
    }

    public static void loadLibrary(String name) {
        Vm.unsupported("native libraries");
    }

    public static void load(String name) {
        Vm.unsupported("native libraries");
    }

    public static String getProperty(String key) {
        return SystemProperties.get(key);
    }

    public static String getProperty(String key, String otherwise) {
        String value = SystemProperties.get(key);
        return value == null ? otherwise : value;
    }

    public static String setProperty(String key, String value) {
        return SystemProperties.set(key, value);
    }

    public static String clearProperty(String key) {
        return SystemProperties.clear(key);
    }

    public static Properties getProperties() {
        Vm.unsupported("System.getProperties");
        return null;
    }

    public static void arraycopy(Object from, int fromIndex, Object to, int toIndex, int count) {
        if (from == null || to == null) {
            throw new NullPointerException();
        }
        int size = Vm.elementSize(from);
        if (size == 0 || Vm.elementSize(to) != size || from.getClass() != to.getClass()) {
            ArrayCopy.checkTypes(from, to);
        }
        int fromLength = Vm.arrayLength(from);
        int toLength = Vm.arrayLength(to);
        if ((fromIndex | toIndex | count) < 0
                || count > fromLength - fromIndex
                || count > toLength - toIndex) {
            throw ArrayCopy.outOfBounds(from, fromIndex, to, toIndex, count);
        }
        if (ArrayCopy.needsChecks(from, to)) {
            ArrayCopy.checked((Object[]) from, fromIndex, (Object[]) to, toIndex, count);
        } else {
            Vm.copy(from, fromIndex, to, toIndex, count, size);
        }
    }
}
