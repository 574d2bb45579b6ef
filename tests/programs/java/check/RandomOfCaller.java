// entry: RandomOfCaller.add
// The method of an unknown caller that tosses coins.
import java.util.Random;

class RandomOfCaller {
    int limit;
    private final Random random = new Random();

    static int add(RandomOfCaller other, int n) {
        if (other == null || n < 0 || n > 100) {
            return 0;
        }
        int sum = n + new Random().nextInt(100);
        assert sum < 190 || other.limit != 7; // expect: refuted assert
        return sum;
    }
}
