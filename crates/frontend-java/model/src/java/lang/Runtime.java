package java.lang;

import concrex.Vm;

/** The machine, of which nothing is known. */
public class Runtime {
    private static final Runtime CURRENT = new Runtime();

    private Runtime() {}

    public static Runtime getRuntime() {
        return CURRENT;
    }

    public void exit(int status) {
        Vm.exit(status);
    }

    public void halt(int status) {
        Vm.exit(status);
    }

    public void addShutdownHook(Thread hook) {
        Vm.unsupported("shutdown hooks");
    }

    public void gc() {}

    public int availableProcessors() {
        return (Vm.unspecified() & 0x3ff) + 1;
    }

    public long freeMemory() {
        return size();
    }

    public long totalMemory() {
        return size();
    }

    public long maxMemory() {
        return size();
    }

    private static long size() {
        return ((long) Vm.unspecified() << 32 | Vm.unspecified() & 0xffff_ffffL) & Long.MAX_VALUE;
    }

    public Process exec(String command) {
        Vm.unsupported("other processes");
        return null;
    }

    public Process exec(String[] command) {
        Vm.unsupported("other processes");
        return null;
    }

    public void loadLibrary(String name) {
        Vm.unsupported("native libraries");
    }
}
