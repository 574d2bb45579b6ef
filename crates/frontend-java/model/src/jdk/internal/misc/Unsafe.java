package jdk.internal.misc;

import concrex.Vm;

/** What of it does not look into objects. */
public final class Unsafe {
    public static final int INVALID_FIELD_OFFSET = -1;
    public static final int ARRAY_BOOLEAN_BASE_OFFSET = 16;
    public static final int ARRAY_BYTE_BASE_OFFSET = 16;
    public static final int ARRAY_SHORT_BASE_OFFSET = 16;
    public static final int ARRAY_CHAR_BASE_OFFSET = 16;
    public static final int ARRAY_INT_BASE_OFFSET = 16;
    public static final int ARRAY_LONG_BASE_OFFSET = 16;
    public static final int ARRAY_FLOAT_BASE_OFFSET = 16;
    public static final int ARRAY_DOUBLE_BASE_OFFSET = 16;
    public static final int ARRAY_OBJECT_BASE_OFFSET = 16;
    public static final int ARRAY_BOOLEAN_INDEX_SCALE = 1;
    public static final int ARRAY_BYTE_INDEX_SCALE = 1;
    public static final int ARRAY_SHORT_INDEX_SCALE = 2;
    public static final int ARRAY_CHAR_INDEX_SCALE = 2;
    public static final int ARRAY_INT_INDEX_SCALE = 4;
    public static final int ARRAY_LONG_INDEX_SCALE = 8;
    public static final int ARRAY_FLOAT_INDEX_SCALE = 4;
    public static final int ARRAY_DOUBLE_INDEX_SCALE = 8;
    public static final int ARRAY_OBJECT_INDEX_SCALE = 8;
    public static final int ADDRESS_SIZE = 8;

    private static final Unsafe THE_UNSAFE = new Unsafe();

    private Unsafe() {}

    public static Unsafe getUnsafe() {
        return THE_UNSAFE;
    }

    /** Offsets are given out but nothing can be read at them. */
    public long objectFieldOffset(Class<?> type, String field) {
        return 0;
    }

    public int arrayBaseOffset(Class<?> type) {
        return 16;
    }

    public int arrayIndexScale(Class<?> type) {
        return type.getComponentType() == null ? 0 : Vm.elementSize(Vm.newArray(type.getComponentType(), 0));
    }

    public boolean isBigEndian() {
        return false;
    }

    public boolean unalignedAccess() {
        return true;
    }

    public int addressSize() {
        return ADDRESS_SIZE;
    }

    public int pageSize() {
        return 4096;
    }

    public Object allocateUninitializedArray(Class<?> component, int length) {
        return Vm.newArray(component, length);
    }

    public void ensureClassInitialized(Class<?> type) {}

    public boolean shouldBeInitialized(Class<?> type) {
        return false;
    }

    public void fullFence() {}

    public void loadFence() {}

    public void storeFence() {}

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable t) throws E {
        throw (E) t;
    }

    public void throwException(Throwable t) {
        Unsafe.<RuntimeException>sneak(t);
    }
}
