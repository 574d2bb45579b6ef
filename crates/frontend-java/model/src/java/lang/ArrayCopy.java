package java.lang;

import concrex.Message;
import concrex.Vm;

/** The rare cases of {@link System#arraycopy}. */
final class ArrayCopy {
    private ArrayCopy() {}

    static void checkTypes(Object from, Object to) {
        if (!from.getClass().isArray()) {
            throw new ArrayStoreException("arraycopy: source type " + from.getClass().getName() + " is not an array");
        }
        if (!to.getClass().isArray()) {
            throw new ArrayStoreException(
                    "arraycopy: destination type " + to.getClass().getName() + " is not an array");
        }
        if (from.getClass() == to.getClass() || Vm.holdsReferences(from) && Vm.holdsReferences(to)) {
            return;
        }
        throw new ArrayStoreException(
                "arraycopy: type mismatch: can not copy " + describe(from) + " into " + describe(to));
    }

    private static String describe(Object array) {
        return Vm.holdsReferences(array) ? "object array[]" : array.getClass().getTypeName();
    }

    static IndexOutOfBoundsException outOfBounds(Object from, int fromIndex, Object to, int toIndex, int count) {
        return Message.give(new ArrayIndexOutOfBoundsException(), message(from, fromIndex, to, toIndex, count));
    }

    private static Message message(Object from, int fromIndex, Object to, int toIndex, int count) {
        if (fromIndex < 0) {
            return outside("arraycopy: source index ", fromIndex, from);
        }
        if (toIndex < 0) {
            return outside("arraycopy: destination index ", toIndex, to);
        }
        if (count < 0) {
            return new Message("arraycopy: length ", count, " is negative");
        }
        if (count > Vm.arrayLength(from) - fromIndex) {
            return outside("arraycopy: last source index ", lastIndex(fromIndex, count), from);
        }
        return outside("arraycopy: last destination index ", lastIndex(toIndex, count), to);
    }

    private static long lastIndex(int index, int count) {
        return Integer.toUnsignedLong(index + count);
    }

    private static Message outside(String what, long index, Object array) {
        int length = Vm.arrayLength(array);
        if (Vm.holdsReferences(array)) {
            return new Message(what, index, " out of bounds for object array[", length, "]");
        }
        String component = array.getClass().getComponentType().getName();
        return new Message(what, index, " out of bounds for ".concat(component).concat("["), length, "]");
    }

    /** Whether an element could be no member of the other array. */
    static boolean needsChecks(Object from, Object to) {
        return from.getClass() != to.getClass()
                && !to.getClass().getComponentType().isAssignableFrom(from.getClass().getComponentType());
    }

    static void checked(Object[] from, int fromIndex, Object[] to, int toIndex, int count) {
        Class<?> component = to.getClass().getComponentType();
        for (int i = 0; i < count; i++) {
            Object element = from[fromIndex + i];
            if (element != null && !component.isInstance(element)) {
                throw new ArrayStoreException(mismatch(from.getClass().getComponentType(), component));
            }
            to[toIndex + i] = element;
        }
    }

    private static String mismatch(Class<?> from, Class<?> to) {
        if (!from.isAssignableFrom(to)) {
            return "arraycopy: type mismatch: can not copy " + from.getName() + "[] into " + to.getName() + "[]";
        }
        return "arraycopy: element type mismatch: can not cast one of the elements of "
                + from.getName()
                + "[] to the type of the destination array, "
                + to.getName();
    }
}
