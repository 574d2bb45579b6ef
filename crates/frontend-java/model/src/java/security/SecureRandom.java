package java.security;

import java.util.Random;

/** Anything: seeding it only adds to its randomness. */
public class SecureRandom extends Random implements Random.Unseeded {
    public SecureRandom() {}

    public SecureRandom(byte[] seed) {
        if (seed == null) {
            throw new NullPointerException("seed");
        }
    }

    @Override
    public void setSeed(long seed) {}

    public void setSeed(byte[] seed) {}

    public String getAlgorithm() {
        return "NativePRNG";
    }

    public byte[] generateSeed(int count) {
        byte[] seed = new byte[count];
        nextBytes(seed);
        return seed;
    }
}
