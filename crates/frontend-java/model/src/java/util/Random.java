package java.util;

import concrex.Vm;
import java.io.Serializable;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
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
        if (getClass() == Random.class || this instanceof Unseeded) {
            arbitrary = true;
            return;
        }
        // A class below may replace setSeed, which sees the seed.
        long any = (long) Vm.randomBits() << 32 | Vm.randomBits() & 0xffffffffL;
        setSeed(any);
        arbitrary = seed == ((any ^ MULTIPLIER) & MASK);
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
        return intsOf(Long.MAX_VALUE, this::nextInt);
    }

    @Override
    public IntStream ints(long size) {
        RandomSupport.checkStreamSize(size);
        return intsOf(size, this::nextInt);
    }

    @Override
    public IntStream ints(int origin, int bound) {
        RandomSupport.checkRange(origin, bound);
        return intsOf(Long.MAX_VALUE, () -> boundedInt(origin, bound));
    }

    @Override
    public IntStream ints(long size, int origin, int bound) {
        RandomSupport.checkStreamSize(size);
        RandomSupport.checkRange(origin, bound);
        return intsOf(size, () -> boundedInt(origin, bound));
    }

    /** What streams draw: never by a method that a class below replaces, but by what that is made of. */
    private int boundedInt(int origin, int bound) {
        return isArbitrary() ? nextInt(origin, bound) : RandomSupport.boundedNextInt(this, origin, bound);
    }

    private static IntStream intsOf(long size, IntSupplier next) {
        return StreamSupport.intStream(new Drawn.OfInt(size, next), false);
    }

    @Override
    public LongStream longs() {
        return longsOf(Long.MAX_VALUE, this::nextLong);
    }

    @Override
    public LongStream longs(long size) {
        RandomSupport.checkStreamSize(size);
        return longsOf(size, this::nextLong);
    }

    @Override
    public LongStream longs(long origin, long bound) {
        RandomSupport.checkRange(origin, bound);
        return longsOf(Long.MAX_VALUE, () -> boundedLong(origin, bound));
    }

    @Override
    public LongStream longs(long size, long origin, long bound) {
        RandomSupport.checkStreamSize(size);
        RandomSupport.checkRange(origin, bound);
        return longsOf(size, () -> boundedLong(origin, bound));
    }

    /** What streams draw: never by a method that a class below replaces, but by what that is made of. */
    private long boundedLong(long origin, long bound) {
        return isArbitrary() ? nextLong(origin, bound) : RandomSupport.boundedNextLong(this, origin, bound);
    }

    private static LongStream longsOf(long size, LongSupplier next) {
        return StreamSupport.longStream(new Drawn.OfLong(size, next), false);
    }

    @Override
    public DoubleStream doubles() {
        return doublesOf(Long.MAX_VALUE, this::nextDouble);
    }

    @Override
    public DoubleStream doubles(long size) {
        RandomSupport.checkStreamSize(size);
        return doublesOf(size, this::nextDouble);
    }

    @Override
    public DoubleStream doubles(double origin, double bound) {
        RandomSupport.checkRange(origin, bound);
        return doublesOf(Long.MAX_VALUE, () -> boundedDouble(origin, bound));
    }

    @Override
    public DoubleStream doubles(long size, double origin, double bound) {
        RandomSupport.checkStreamSize(size);
        RandomSupport.checkRange(origin, bound);
        return doublesOf(size, () -> boundedDouble(origin, bound));
    }

    /** What streams draw: never by a method that a class below replaces, but by what that is made of. */
    private double boundedDouble(double origin, double bound) {
        return isArbitrary() ? nextDouble(origin, bound) : RandomSupport.boundedNextDouble(this, origin, bound);
    }

    private static DoubleStream doublesOf(long size, DoubleSupplier next) {
        return StreamSupport.doubleStream(new Drawn.OfDouble(size, next), false);
    }

    /** A generator of the library that is never seeded. */
    public interface Unseeded {}
}
