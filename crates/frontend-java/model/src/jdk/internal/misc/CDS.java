package jdk.internal.misc;

/** There is no archive of classes. */
public final class CDS {
    private CDS() {}

    public static boolean isDumpingClassList() {
        return false;
    }

    public static boolean isDumpingArchive() {
        return false;
    }

    public static boolean isSharingEnabled() {
        return false;
    }

    public static void initializeFromArchive(Class<?> type) {}

    public static long getRandomSeedForDumping() {
        return 0;
    }
}
