package concrex;

import java.io.Destination;
import java.io.PrintStream;

/**
 * The border between Java code and the machine that executes it. The front end turns each {@code native} method
 * into a single operation; the other methods are entries that it calls.
 */
public final class Vm {
    /** The longest array that HotSpot makes, whatever its elements are. */
    private static final int LONGEST = Integer.MAX_VALUE - 2;
    /** There is memory for arrays of this length. */
    private static final int SHORT = 1 << 20;

    private Vm() {}

    /** Writes to stream 1 (standard output) or 2 (standard error). */
    public static native void write(int stream, byte[] bytes, int offset, int count);

    /** The next byte of standard input, -1 at its end. */
    public static native int readByte();

    /** How many arguments the program has, its own name not counted. */
    public static native int argumentCount();

    public static native boolean nondetBoolean();

    public static native byte nondetByte();

    public static native char nondetChar();

    public static native short nondetShort();

    public static native int nondetInt();

    public static native long nondetLong();

    public static native float nondetFloat();

    public static native double nondetDouble();

    /** 32 arbitrary bits that no caller can choose: an unseeded generator. */
    public static native int randomBits();

    /** Arbitrary: the time that a clock shows. */
    public static native long clock();

    /** Arbitrary: what the library does not say, and no program can choose. */
    public static native int unspecified();

    /** 0 on a usual machine, and in a run; else arbitrary. */
    public static native int unusual();

    /** What follows holds on a usual machine: in English, with UTF-8, with the separators of Unix. Others are not followed. */
    public static void usually() {
        if (unusual() != 0) {
            unsupported("what depends on the machine: its locale, its encoding, its properties");
        }
    }

    /** Bytes become text here in the machine's encoding: all agree on ASCII only. */
    public static void decode(byte[] bytes, int offset, int count) {
        boolean isInside = bytes != null && (offset | count) >= 0 && count <= bytes.length - offset;
        if (isInside && !Text.isAscii(bytes, offset, count)) {
            usually();
        }
    }

    /** The same of all bytes. */
    public static void decodeAll(byte[] bytes) {
        if (bytes != null) {
            decode(bytes, 0, bytes.length);
        }
    }

    /** A writer ends a line as lines end on this machine. */
    public static void endLine(Object writer) {
        Destination.endLine(writer);
    }

    /** An array is made by a program that may catch the error of one for which there is no memory. */
    public static void allocate(int length) {
        if (length > LONGEST) {
            unsupported("an array that is longer than the JVM allows");
        }
        if (length > SHORT && unusual() != 0) {
            unsupported("whether there is memory for a large array");
        }
    }

    /** The stack overflows in a program that may catch the error: how deep it is then is the machine's business. */
    public static void overflow() {
        if (unusual() != 0) {
            unsupported("how deep a recursion goes until the stack overflows");
        }
    }

    /** An object is made whose finalizer may run at any time. */
    public static void finalizable() {
        if (unusual() != 0) {
            unsupported("when objects are finalized");
        }
    }

    /** By how many of the smallest steps a result may differ from the machine's: arbitrary, and 0 in a run. */
    public static native int inaccuracy();

    /** Ends executions in which the condition does not hold, as if they had never been. */
    public static native void assume(boolean condition);

    /** Says that what follows is rare: an exploration looks at other executions first. Else it does nothing. */
    public static native void later();

    /** Ends the program; does not return. */
    public static native void exit(int status);

    /** Ends the execution as "not supported: what"; the argument is a literal. Does not return. */
    public static native void unsupported(String what);

    /** The number of the dynamic class of an object that is not null. */
    public static native int classId(Object o);

    /** The dynamic class of an object that is not null. */
    public static native Class<?> classOf(Object o);

    public static native int arrayLength(Object array);

    /** Bytes of one element; 0 if the object is not an array. */
    public static native int elementSize(Object array);

    public static native boolean holdsReferences(Object array);

    /** Copies elements, unchecked; the ranges may overlap. */
    public static native void copy(Object from, int fromIndex, Object to, int toIndex, int count, int elementSize);

    /** A new array; the length is not negative. */
    public static native Object newArray(Class<?> component, int length);

    /** Whether an object that is not null is of this type. */
    public static native boolean isInstance(Class<?> type, Object o);

    public static native boolean isAssignable(Class<?> to, Class<?> from);

    /** A shallow copy: same class, same size. */
    public static native Object clone(Object o);

    public static native int identityHash(Object o);

    /** A fresh array of the constants of an enum, as its {@code values()} gives it; null for any other class. */
    public static native Object[] enumConstants(Class<?> type);

    /** The strings that the program's own classes have as constants. */
    public static native String[] literals();

    /** What is known of the calls under way: {@link Trace#PRINTED}, {@link Trace#READ} or {@link Trace#UNKNOWN}. */
    public static native int traces();

    /** Whether a box was made by {@code new} in the program's own code. */
    public static native boolean isExplicit(Object box);

    /** An argument of the program, whose characters are ASCII. */
    public static native String argument(int argument);

    public static native int floatBits(float f);

    public static native float bitsFloat(int i);

    public static native long doubleBits(double d);

    public static native double bitsDouble(long l);

    /** sqrt sin cos tan exp log log10 floor ceil rint, and StrictMath.sin and the like. */
    public static native double math1(String function, double x);

    /** pow fmod remainder, and StrictMath.atan2. */
    public static native double math2(String function, double x, double y);

    /** The method of a place in the program, such as {@code Main.main}. */
    public static native String siteMethod(int site);

    /** The file of a place in the program, such as {@code Main.java}; null if it is not known. */
    public static native String siteFile(int site);

    /** The line of a place in the program; negative if it is not known. */
    public static native int siteLine(int site);

    /**
     * Whether two references are equal in Java: boxes of the same small value are one object, unless they were made by
     * {@code new}.
     */
    public static boolean same(Object a, Object b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || classId(a) != classId(b)) {
            return false;
        }
        return isCached(a) && isCached(b) && a.equals(b);
    }

    private static boolean isCached(Object o) {
        if (o instanceof Integer) {
            int value = (Integer) o;
            return value >= -128 && value <= 127 && !isExplicit(o);
        }
        if (o instanceof Long) {
            long value = (Long) o;
            return value >= -128 && value <= 127 && !isExplicit(o);
        }
        if (o instanceof Character) {
            return (Character) o <= 127 && !isExplicit(o);
        }
        if (o instanceof Short) {
            short value = (Short) o;
            return value >= -128 && value <= 127 && !isExplicit(o);
        }
        return o instanceof Byte && !isExplicit(o);
    }

    public static Throwable nullPointer(String message) {
        return new NullPointerException(message);
    }

    public static Throwable arrayIndex(int index, int length) {
        return Message.give(new ArrayIndexOutOfBoundsException(), Message.index(index, length));
    }

    public static Throwable negativeArraySize(int size) {
        return Message.give(new NegativeArraySizeException(), new Message("", size, ""));
    }

    public static Throwable arithmetic() {
        return new ArithmeticException("/ by zero");
    }

    public static Throwable classCast(Object o, Class<?> to) {
        return Message.give(new ClassCastException(), new CastMessage(classOf(o), to));
    }

    public static Throwable arrayStore(Object value) {
        return new ArrayStoreException(classOf(value).getName());
    }

    /** What the failure of a class's initialiser is for whoever needed the class: errors stay themselves. */
    public static Throwable initializerError(Throwable cause) {
        return cause instanceof Error ? cause : new ExceptionInInitializerError(cause);
    }

    /** What a class whose initialiser failed before, with this exception, is for whoever needs it again. */
    public static Throwable initializedInVain(Class<?> type, Throwable failure) {
        Throwable error = new NoClassDefFoundError("Could not initialize class ".concat(type.getName()));
        String what = "Exception " + failure + " [in thread \"" + Thread.currentThread().getName() + "\"]";
        Throwable cause = new ExceptionInInitializerError(what);
        cause.setStackTrace(failure.getStackTrace());
        return error.initCause(cause);
    }

    public static Throwable abstractMethod(String message) {
        return new AbstractMethodError(message);
    }

    public static Throwable incompatibleSwitch() {
        return new IncompatibleClassChangeError();
    }

    public static Throwable stackOverflow() {
        return new StackOverflowError();
    }

    public static Throwable outOfMemory() {
        return new OutOfMemoryError("Java heap space");
    }

    /** An exception is thrown at this place; one that was thrown before keeps its trace. */
    public static void raised(Throwable t, int site) {
        Trace.raised(t, site);
    }

    /** An exception leaves the call at this place. */
    public static void frame(Throwable t, int site) {
        Trace.frame(t, site);
    }

    /** A call begins at this place, where the program reads stack traces. */
    public static void enterFrame(int site) {
        Trace.enter(site);
    }

    /** The call that began last has ended. */
    public static void leaveFrame() {
        Trace.leave();
    }

    /** The monitor of an object is entered, where the program asks who holds it. */
    public static void lock(Object o) {
        Monitor.lock(o);
    }

    /** It is left. */
    public static void unlock(Object o) {
        Monitor.unlock(o);
    }

    /** The arguments of {@code main}. */
    public static String[] arguments() {
        String[] arguments = new String[argumentCount()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = argument(i);
        }
        return arguments;
    }

    /** What happens to an exception that nobody catches. */
    public static void uncaught(Throwable t) {
        if (!Thread.handleUncaught(t)) {
            PrintStream err = System.err;
            err.print("Exception in thread \"" + Thread.currentThread().getName() + "\" ");
            t.printStackTrace(err);
        }
        exit(1);
    }

    /** Always a new string, as {@code +} makes it. */
    public static String concat(String a, String b) {
        String first = text(a);
        String second = text(b);
        return second.isEmpty() ? new String(first) : first.concat(second);
    }

    /** A new string with the same text: what {@code +} makes of a single piece. */
    public static String fresh(String s) {
        return new String(text(s));
    }

    /** As {@code text(Object)}, for what is a string already. */
    public static String text(String s) {
        return s == null ? "null" : s;
    }

    public static String text(Object o) {
        return o == null ? "null" : text(o.toString());
    }

    public static String text(int i) {
        return Integer.toString(i);
    }

    public static String text(long l) {
        return Long.toString(l);
    }

    public static String text(char c) {
        return String.valueOf(c);
    }

    public static String text(boolean b) {
        return b ? "true" : "false";
    }

    public static String text(float f) {
        return Float.toString(f);
    }

    public static String text(double d) {
        return Double.toString(d);
    }
}
