package concrex.patch.java.lang;

/** Boxes without a cache. */
final class Byte {
    private Byte() {}

    /** A new object each time: {@link concrex.Vm#same} knows which of them are one and the same in Java. */
    @SuppressWarnings("removal")
    static java.lang.Byte valueOf(byte value) {
        return new java.lang.Byte(value);
    }
}
