package java.util.concurrent;

import java.util.Random;

/** Anything: it cannot be seeded. */
public final class ThreadLocalRandom extends Random implements Random.Unseeded {
    private static final ThreadLocalRandom ONLY = new ThreadLocalRandom();

    private ThreadLocalRandom() {}

    public static ThreadLocalRandom current() {
        return ONLY;
    }

    @Override
    public void setSeed(long seed) {
        throw new UnsupportedOperationException();
    }
}
