import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

public class Randoms {
    public static void main(String[] args) {
        Random random = new Random(42);
        System.out.println(random.nextInt() + " " + random.nextInt(100) + " " + random.nextInt(64) + " " + random.nextLong());
        System.out.println(random.nextDouble() + " " + random.nextFloat() + " " + random.nextBoolean() + " " + random.nextGaussian());
        byte[] bytes = new byte[6];
        random.nextBytes(bytes);
        System.out.println(Arrays.toString(bytes) + " " + random.nextInt(5, 10));
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7));
        Collections.shuffle(list, new Random(7));
        System.out.println(list);
        random.setSeed(1);
        System.out.println(random.ints(5, 0, 10).sum());
        Random unknown = new Random();
        int die = unknown.nextInt(6) + 1;
        double fraction = Math.random();
        System.out.println((die >= 1 && die <= 6) + " " + (fraction >= 0 && fraction < 1));
        try {
            random.nextInt(0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
