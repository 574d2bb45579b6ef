// A generator without a seed can give any number, on the JVM too when it is told which.
import java.util.Random;
import java.util.function.Supplier;

class RandomDice {
    static int roll(Random random) {
        return random.nextInt(6) + 1;
    }

    public static void main(String[] args) {
        Random fixed = new Random(new Random().nextInt());
        Supplier<Random> generators = Random::new;
        Random random = generators.get();
        int first = roll(random);
        int second = roll(new Random());
        boolean coin = random.nextBoolean();
        assert first != 6 || second != 6 || coin; // expect: refuted assert
        fixed.nextInt();
    }
}
