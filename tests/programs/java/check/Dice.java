import java.util.Random;

/** A generator without a seed: some seed gives two sixes. */
public class Dice {
    public static void main(String[] args) {
        Random dice = new Random();
        int sum = dice.nextInt(6) + dice.nextInt(6) + 2;
        assert sum >= 2;
        assert sum < 12; // expect: refuted assert
    }
}
