import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Runs programs on all of their inputs, each run with classes of its own, and says what happened. */
public final class Hunt {
    private static final int MOST_INPUTS = 48;
    private static final int MOST_RUNS = 128;
    private static final int REPEATS = 2;
    private static final int ALL_REPEATS = 6;

    private static List<Integer> numbers = new ArrayList<>();
    private static List<Integer> choices = new ArrayList<>();
    private static List<Long> inputs = new ArrayList<>();
    private static long[] given;
    private static StringBuilder values = new StringBuilder();
    private static int repeats;
    private static int allRepeats;
    private static boolean overrun;

    private Hunt() { }

    /** An input: any of so many values from the lowest. */
    public static long choose(long low, int count) {
        int at = inputs.size();
        if (at >= MOST_INPUTS) {
            overrun = true;
            throw new IllegalStateException("too many inputs");
        }
        long value;
        if (given != null) {
            value = at < given.length ? given[at] : 0;
        } else {
            if (at >= numbers.size()) {
                numbers.add(0);
            }
            choices.add(count);
            value = low + numbers.get(at);
        }
        inputs.add(value);
        return value;
    }

    /** A truth value. */
    public static boolean decide() {
        return choose(0, 2) != 0;
    }

    /** The condition of a loop that changes nothing more after a few iterations. */
    public static boolean repeat() {
        boolean may = repeats < REPEATS && allRepeats < ALL_REPEATS;
        boolean does = choose(0, may ? 2 : 1) != 0;
        repeats = does ? repeats + 1 : 0;
        allRepeats += does ? 1 : 0;
        return does;
    }

    /** Takes down the value of a claim. */
    public static void claim(int site, long value) {
        values.append(' ').append(site).append('=').append(value);
    }

    /**
     * The folder, and the number of programs; or `run` with one program and its inputs; or `compile`
     * with the number of programs that are compiled for the verifier alone.
     */
    public static void main(String[] arguments) throws Exception {
        File folder = new File(arguments[0]);
        if (arguments[1].equals("run")) {
            given = new long[arguments.length - 3];
            for (int i = 0; i < given.length; i++) {
                given[i] = Long.parseLong(arguments[i + 3]);
            }
            run(0, new File(folder, "p" + arguments[2]));
            return;
        }
        if (arguments[1].equals("compile")) {
            for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
                File program = new File(folder, "v" + i);
                compile(program, new File(program, "classes"));
            }
            return;
        }
        for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
            File program = new File(folder, "p" + i);
            if (compile(program, program)) {
                all(i, program);
            } else {
                System.out.println("uncompiled " + i);
            }
        }
    }

    private static boolean compile(File program, File into) {
        into.mkdirs();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        OutputStream complaints = System.err;
        String file = new File(program, "Program.java").getPath();
        return compiler.run(null, complaints, complaints, "-g", "-nowarn", "-proc:none", "-cp",
            System.getProperty("java.class.path"), "-d", into.getPath(), file) == 0;
    }

    private static void all(int number, File program) throws Exception {
        numbers.clear();
        for (int runs = 0; runs < MOST_RUNS; runs++) {
            run(number, program);
            int last = inputs.size() - 1;
            while (last >= 0 && numbers.get(last) + 1 >= choices.get(last)) {
                last--;
            }
            if (last < 0) {
                return;
            }
            numbers.set(last, numbers.get(last) + 1);
            numbers.subList(last + 1, numbers.size()).clear();
        }
    }

    private static void run(int number, File program) throws IOException, ReflectiveOperationException {
        inputs.clear();
        choices.clear();
        values.setLength(0);
        repeats = allRepeats = 0;
        overrun = false;
        String end = "ok";
        URL[] path = {program.toURI().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, Hunt.class.getClassLoader())) {
            loader.setDefaultAssertionStatus(true);
            Method main = loader.loadClass("Program").getMethod("main", String[].class);
            try {
                main.invoke(null, (Object) new String[0]);
            } catch (InvocationTargetException wrapped) {
                end = "failed " + place(wrapped.getCause()) + ": runtime error: " + wrapped.getCause().getClass().getName();
            }
        }
        StringBuilder asked = new StringBuilder();
        for (long input : inputs) {
            asked.append(' ').append(input);
        }
        System.out.println("run " + number + " |" + asked + " |" + values + " | " + (overrun ? "unclear" : end));
    }

    /** Where in the program an exception was made. */
    private static String place(Throwable thrown) {
        Throwable cause = thrown instanceof ExceptionInInitializerError && thrown.getCause() != null ? thrown.getCause() : thrown;
        for (StackTraceElement frame : cause.getStackTrace()) {
            if ("Program.java".equals(frame.getFileName())) {
                return "Program.java:" + frame.getLineNumber() + ":1";
            }
        }
        return "Program.java:0:0";
    }
}
