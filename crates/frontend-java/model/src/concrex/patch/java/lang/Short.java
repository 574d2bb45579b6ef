package concrex.patch.java.lang;

/** Boxes without a cache. */
final class Short {
    private Short() {}

    /** A new object each time: {@link concrex.Vm#same} knows which of them are one and the same in Java. */
    @SuppressWarnings("removal")
    static java.lang.Short valueOf(short value) {
        return new java.lang.Short(value);
    }
}
