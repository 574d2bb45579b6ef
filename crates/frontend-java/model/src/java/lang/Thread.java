package java.lang;

import concrex.Monitor;
import concrex.Vm;

/** The main thread, and threads that are never started. */
public class Thread implements Runnable {
    public static final int MIN_PRIORITY = 1;
    public static final int NORM_PRIORITY = 5;
    public static final int MAX_PRIORITY = 10;

    private static final Thread MAIN = new Thread(null, "main", 1);
    private static UncaughtExceptionHandler defaultHandler;
    private static int unnamed;
    private static long lastId = 1;

    private final Runnable target;
    private final long id;
    private String name;
    private int priority = NORM_PRIORITY;
    private boolean daemon;
    private boolean interrupted;
    private UncaughtExceptionHandler handler;

    public interface UncaughtExceptionHandler {
        void uncaughtException(Thread thread, Throwable exception);
    }

    public enum State {
        NEW,
        RUNNABLE,
        BLOCKED,
        WAITING,
        TIMED_WAITING,
        TERMINATED
    }

    private Thread(Runnable target, String name, long id) {
        this.target = target;
        this.name = name;
        this.id = id;
        if (MAIN != null) {
            this.priority = MAIN.priority;
        }
    }

    public Thread() {
        this((Runnable) null, nextName());
    }

    public Thread(Runnable target) {
        this(target, nextName());
    }

    public Thread(String name) {
        this((Runnable) null, name);
    }

    public Thread(Runnable target, String name) {
        this(target, checked(name), ++lastId);
    }

    public Thread(ThreadGroup group, Runnable target) {
        this(target);
    }

    public Thread(ThreadGroup group, String name) {
        this(name);
    }

    public Thread(ThreadGroup group, Runnable target, String name) {
        this(target, name);
    }

    private static String nextName() {
        return "Thread-".concat(Integer.toString(unnamed++));
    }

    private static String checked(String name) {
        if (name == null) {
            throw new NullPointerException("name cannot be null");
        }
        return name;
    }

    public static Thread currentThread() {
        return MAIN;
    }

    public static void yield() {}

    public static void onSpinWait() {}

    public static void sleep(long millis) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (interrupted()) {
            throw new InterruptedException("sleep interrupted");
        }
    }

    public static void sleep(long millis, int nanos) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (nanos < 0 || nanos > 999999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        sleep(millis);
    }

    public static boolean interrupted() {
        boolean was = MAIN.interrupted;
        MAIN.interrupted = false;
        return was;
    }

    public static boolean holdsLock(Object o) {
        return Monitor.isHeld(java.util.Objects.requireNonNull(o));
    }

    public static void dumpStack() {
        Vm.unsupported("Thread.dumpStack");
    }

    public static int activeCount() {
        return 1;
    }

    public static void setDefaultUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        defaultHandler = handler;
    }

    public static UncaughtExceptionHandler getDefaultUncaughtExceptionHandler() {
        return defaultHandler;
    }

    /** Tells the program's own handler, if it has one, of an exception that left main. */
    public static boolean handleUncaught(Throwable t) {
        UncaughtExceptionHandler own = MAIN.handler != null ? MAIN.handler : defaultHandler;
        if (own == null) {
            return false;
        }
        own.uncaughtException(MAIN, t);
        return true;
    }

    public void start() {
        Vm.unsupported("threads");
    }

    @Override
    public void run() {
        if (target != null) {
            target.run();
        }
    }

    public final void join() throws InterruptedException {
        join(0);
    }

    public final void join(long millis) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (this == MAIN) {
            Vm.unsupported("threads");
        }
    }

    public void interrupt() {
        interrupted = true;
    }

    public boolean isInterrupted() {
        return interrupted;
    }

    public final boolean isAlive() {
        return this == MAIN;
    }

    public State getState() {
        return this == MAIN ? State.RUNNABLE : State.NEW;
    }

    public long getId() {
        if (this != MAIN) {
            // The JVM has threads of its own, how many nobody says.
            Vm.unsupported("the numbers of threads");
        }
        return id;
    }

    public final String getName() {
        return name;
    }

    public final void setName(String name) {
        this.name = checked(name);
    }

    public final int getPriority() {
        return priority;
    }

    public final void setPriority(int priority) {
        if (priority > MAX_PRIORITY || priority < MIN_PRIORITY) {
            throw new IllegalArgumentException();
        }
        this.priority = priority;
    }

    public final boolean isDaemon() {
        return daemon;
    }

    public final void setDaemon(boolean daemon) {
        if (isAlive()) {
            throw new IllegalThreadStateException();
        }
        this.daemon = daemon;
    }

    public UncaughtExceptionHandler getUncaughtExceptionHandler() {
        if (handler == null) {
            Vm.unsupported("thread groups");
        }
        return handler;
    }

    public void setUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        this.handler = handler;
    }

    public StackTraceElement[] getStackTrace() {
        Vm.unsupported("Thread.getStackTrace");
        return null;
    }

    public final ThreadGroup getThreadGroup() {
        Vm.unsupported("thread groups");
        return null;
    }

    public ClassLoader getContextClassLoader() {
        Vm.unsupported("class loaders");
        return null;
    }

    @Override
    public String toString() {
        return "Thread[" + name + "," + priority + ",main]";
    }
}
