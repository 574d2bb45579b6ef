import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Scanner;

/** Streams of random numbers know how long they are; a class below a generator is told its seed. */
public class RandomStreams {
    static class Told extends Random {
        int times;

        @Override
        public void setSeed(long seed) {
            times++;
            super.setSeed(seed);
        }
    }

    public static void main(String[] args) {
        List<Integer> seen = new ArrayList<>();
        System.out.println(new Random(5).ints(3).peek(seen::add).count() + " " + seen);
        System.out.println(new Random(5).longs(9, 1, 100).limit(2).boxed().toList());
        System.out.println(new Random(5).doubles(1, 1.5, 2.5).boxed().toList());
        System.out.println(new Random(5).ints(0, 6).limit(4).boxed().toList());
        System.out.println(new Random(5).ints(3).spliterator().characteristics());
        System.out.println(new Told().times);
        System.out.println(new Scanner("NaN").hasNextBigDecimal() + " " + new Scanner("NaN").hasNextDouble());
        try {
            new Scanner("Infinity").nextBigDecimal();
        } catch (RuntimeException e) {
            System.out.println(e.getClass());
        }
    }
}
