package java.lang.reflect;

import concrex.Vm;

/** Arrays of types that are not known when a program is compiled. */
public final class Array {
    private Array() {}

    public static Object newInstance(Class<?> component, int length) {
        if (component == null) {
            throw new NullPointerException();
        }
        if (component == void.class) {
            throw new IllegalArgumentException();
        }
        if (length < 0) {
            throw (NegativeArraySizeException) Vm.negativeArraySize(length);
        }
        return Vm.newArray(component, length);
    }

    public static Object newInstance(Class<?> component, int... dimensions) {
        if (component == null) {
            throw new NullPointerException();
        }
        if (dimensions.length == 0 || dimensions.length > 255) {
            throw new IllegalArgumentException();
        }
        for (int length : dimensions) {
            if (length < 0) {
                throw (NegativeArraySizeException) Vm.negativeArraySize(length);
            }
        }
        return nested(component, dimensions, 0);
    }

    private static Object nested(Class<?> component, int[] dimensions, int depth) {
        Class<?> elements = component;
        for (int i = depth + 1; i < dimensions.length; i++) {
            elements = elements.arrayType();
        }
        Object array = newInstance(elements, dimensions[depth]);
        if (depth + 1 < dimensions.length) {
            Object[] rows = (Object[]) array;
            for (int i = 0; i < rows.length; i++) {
                rows[i] = nested(component, dimensions, depth + 1);
            }
        }
        return array;
    }

    public static int getLength(Object array) {
        check(array);
        return Vm.arrayLength(array);
    }

    private static void check(Object array) {
        if (array == null) {
            throw new NullPointerException();
        }
        if (!array.getClass().isArray()) {
            throw new IllegalArgumentException("Argument is not an array");
        }
    }

    /** As in the JVM, the exception has no message. */
    private static void checkIndex(Object array, int index) {
        check(array);
        if (index < 0 || index >= Vm.arrayLength(array)) {
            throw new ArrayIndexOutOfBoundsException();
        }
    }

    public static Object get(Object array, int index) {
        checkIndex(array, index);
        if (array instanceof Object[] objects) {
            return objects[index];
        } else if (array instanceof int[] ints) {
            return ints[index];
        } else if (array instanceof long[] longs) {
            return longs[index];
        } else if (array instanceof byte[] bytes) {
            return bytes[index];
        } else if (array instanceof char[] chars) {
            return chars[index];
        } else if (array instanceof short[] shorts) {
            return shorts[index];
        } else if (array instanceof boolean[] booleans) {
            return booleans[index];
        } else if (array instanceof double[] doubles) {
            return doubles[index];
        }
        return ((float[]) array)[index];
    }

    public static void set(Object array, int index, Object value) {
        check(array);
        if (array instanceof Object[] objects) {
            checkIndex(array, index);
            if (value != null && !array.getClass().getComponentType().isInstance(value)) {
                throw new IllegalArgumentException("array element type mismatch");
            }
            objects[index] = value;
        } else {
            Vm.unsupported("reflection");
        }
    }

    public static int getInt(Object array, int index) {
        if (array instanceof int[] ints) {
            checkIndex(array, index);
            return ints[index];
        }
        Vm.unsupported("reflection");
        return 0;
    }

    public static void setInt(Object array, int index, int value) {
        if (array instanceof int[] ints) {
            checkIndex(array, index);
            ints[index] = value;
        } else {
            Vm.unsupported("reflection");
        }
    }
}
