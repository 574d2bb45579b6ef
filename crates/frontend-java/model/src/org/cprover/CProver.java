package org.cprover;

import concrex.Vm;

/** The inputs of the programs of JBMC. */
public final class CProver {
    private CProver() {}

    public static boolean nondetBoolean() {
        return Vm.nondetBoolean();
    }

    public static byte nondetByte() {
        return Vm.nondetByte();
    }

    public static char nondetChar() {
        return Vm.nondetChar();
    }

    public static short nondetShort() {
        return Vm.nondetShort();
    }

    public static int nondetInt() {
        return Vm.nondetInt();
    }

    public static long nondetLong() {
        return Vm.nondetLong();
    }

    public static float nondetFloat() {
        return Vm.nondetFloat();
    }

    public static double nondetDouble() {
        return Vm.nondetDouble();
    }

    /** An arbitrary object of the argument's class, or null. */
    public static <T> T nondetWithNull(T instance) {
        Vm.unsupported("CProver.nondetWithNull");
        return null;
    }

    /** An arbitrary object of the type that the caller expects, or null. */
    public static <T> T nondetWithNull() {
        Vm.unsupported("CProver.nondetWithNull");
        return null;
    }

    /** An arbitrary object of the argument's class. */
    public static <T> T nondetWithoutNull(T instance) {
        Vm.unsupported("CProver.nondetWithoutNull");
        return null;
    }

    /** An arbitrary object of the type that the caller expects. */
    public static <T> T nondetWithoutNull() {
        Vm.unsupported("CProver.nondetWithoutNull");
        return null;
    }

    /** An array of nulls of the same class as another one. */
    @SuppressWarnings("unchecked")
    public static <T> T[] createArrayWithType(int length, T[] type) {
        return (T[]) Vm.newArray(type.getClass().getComponentType(), length);
    }

    public static String classIdentifier(Object o) {
        return o.getClass().getName();
    }

    public static void assume(boolean condition) {
        Vm.assume(condition);
    }

    public static void notModelled() {
        Vm.unsupported("a method that its author has not modelled");
    }

    public static void startThread(int id) {
        Vm.unsupported("threads");
    }

    public static void endThread(int id) {
        Vm.unsupported("threads");
    }

    public static void atomicBegin() {
        Vm.unsupported("threads");
    }

    public static void atomicEnd() {
        Vm.unsupported("threads");
    }

    public static int getCurrentThreadId() {
        return 0;
    }

    public static int getMonitorCount(Object o) {
        Vm.unsupported("CProver.getMonitorCount");
        return 0;
    }
}
