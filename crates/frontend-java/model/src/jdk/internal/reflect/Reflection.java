package jdk.internal.reflect;

/** Nobody asks who is calling, since nothing is forbidden. */
public final class Reflection {
    private Reflection() {}

    public static Class<?> getCallerClass() {
        return null;
    }
}
