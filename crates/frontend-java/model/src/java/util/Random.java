package java.util;

import concrex.Vm;
import java.io.Serializable;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import jdk.internal.util.random.RandomSupport;

/**
 * The documented generator if it has a seed; anything within the documented ranges if it has none.
 */
public class Random implements RandomGenerator, Serializable {
    private static final long MULTIPLIER = 0x5DEECE66DL;
    private static final long MASK = (1L << 48) - 1;
    /** The exponents of numbers below 16, which is above what the method of nextGaussian can give. */
    private static final int GAUSSIAN_EXPONENTS = 1027;

    private boolean arbitrary;
    private long seed;
    private double nextGaussian;
    private boolean hasNextGaussian;

    public Random() {
        arbitrary = true;
    }

    public Random(long seed) {
        setSeed(seed);
    }

    public void setSeed(long seed) {
        this.seed = (seed ^ MULTIPLIER) & MASK;
        arbitrary = false;
        hasNextGaussian = false;
    }

    protected int next(int bits) {
        if (arbitrary) {
            return Vm.randomBits() >>> 32 - bits;
        }
        seed = seed * MULTIPLIER + 0xBL & MASK;
        return (int) (seed >>> 48 - bits);
    }

    /** Whether all results may be chosen at once: nobody has replaced {@link #next}. */
    private boolean isArbitrary() {
        return arbitrary && (getClass() == Random.class || this instanceof Unseeded);
    }

    @Override
    public void nextBytes(byte[] bytes) {
        for (int i = 0; i < bytes.length; ) {
            int random = nextInt();
            for (int end = Math.min(bytes.length, i + 4); i < end; i++) {
                bytes[i] = (byte) random;
                random >>= 8;
            }
        }
    }

    @Override
    public int nextInt() {
        return next(32);
    }

    @Override
    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        if (isArbitrary()) {
            return below(bound);
        }
        int bits = next(31);
        if ((bound & -bound) == bound) {
            return (int) (bound * (long) bits >> 31);
        }
        int value = bits % bound;
        while (bits - value + (bound - 1) < 0) {
            bits = next(31);
            value = bits % bound;
        }
        return value;
    }

    @Override
    public int nextInt(int origin, int bound) {
        RandomSupport.checkRange(origin, bound);
        if (isArbitrary()) {
            return origin + below(bound - origin);
        }
        return RandomSupport.boundedNextInt(this, origin, bound);
    }

    @Override
    public long nextLong() {
        return ((long) next(32) << 32) + next(32);
    }

    @Override
    public long nextLong(long bound) {
        RandomSupport.checkBound(bound);
        return isArbitrary() ? arbitraryLong(0, bound) : RandomSupport.boundedNextLong(this, bound);
    }

    @Override
    public long nextLong(long origin, long bound) {
        RandomSupport.checkRange(origin, bound);
        return isArbitrary() ? arbitraryLong(origin, bound) : RandomSupport.boundedNextLong(this, origin, bound);
    }

    /** Any number below the bound, which is taken as one without a sign. */
    private static int below(int bound) {
        return (int) ((Vm.randomBits() & 0xffffffffL) * (bound & 0xffffffffL) >>> 32);
    }

    private long arbitraryLong(long origin, long bound) {
        return origin + Long.remainderUnsigned(nextLong(), bound - origin);
    }

    @Override
    public boolean nextBoolean() {
        return next(1) != 0;
    }

    @Override
    public float nextFloat() {
        return next(24) / (float) (1 << 24);
    }

    @Override
    public double nextDouble() {
        return (((long) next(26) << 27) + next(27)) * 0x1.0p-53;
    }

    @Override
    public double nextGaussian() {
        if (isArbitrary()) {
            long bits = nextLong();
            long exponent = (bits >>> 52 & 0x7ff) * GAUSSIAN_EXPONENTS >>> 11;
            return Vm.bitsDouble(bits & 0x800fffffffffffffL | exponent << 52);
        }
        if (hasNextGaussian) {
            hasNextGaussian = false;
            return nextGaussian;
        }
        double x;
        double y;
        double square;
        do {
            x = 2 * nextDouble() - 1;
            y = 2 * nextDouble() - 1;
            square = x * x + y * y;
        } while (square >= 1 || square == 0);
        double factor = StrictMath.sqrt(-2 * StrictMath.log(square) / square);
        nextGaussian = y * factor;
        hasNextGaussian = true;
        return x * factor;
    }

    @Override
    public IntStream ints() {
        return IntStream.generate(this::nextInt);
    }

    @Override
    public IntStream ints(long size) {
        RandomSupport.checkStreamSize(size);
        return ints().limit(size);
    }

    @Override
    public IntStream ints(int origin, int bound) {
        RandomSupport.checkRange(origin, bound);
        return IntStream.generate(() -> nextInt(origin, bound));
    }

    @Override
    public IntStream ints(long size, int origin, int bound) {
        RandomSupport.checkStreamSize(size);
        return ints(origin, bound).limit(size);
    }

    @Override
    public LongStream longs() {
        return LongStream.generate(this::nextLong);
    }

    @Override
    public LongStream longs(long size) {
        RandomSupport.checkStreamSize(size);
        return longs().limit(size);
    }

    @Override
    public LongStream longs(long origin, long bound) {
        RandomSupport.checkRange(origin, bound);
        return LongStream.generate(() -> nextLong(origin, bound));
    }

    @Override
    public LongStream longs(long size, long origin, long bound) {
        RandomSupport.checkStreamSize(size);
        return longs(origin, bound).limit(size);
    }

    @Override
    public DoubleStream doubles() {
        return DoubleStream.generate(this::nextDouble);
    }

    @Override
    public DoubleStream doubles(long size) {
        RandomSupport.checkStreamSize(size);
        return doubles().limit(size);
    }

    @Override
    public DoubleStream doubles(double origin, double bound) {
        RandomSupport.checkRange(origin, bound);
        return DoubleStream.generate(() -> nextDouble(origin, bound));
    }

    @Override
    public DoubleStream doubles(long size, double origin, double bound) {
        RandomSupport.checkStreamSize(size);
        return doubles(origin, bound).limit(size);
    }

    /** A generator of the library that is never seeded. */
    public interface Unseeded {}
}
