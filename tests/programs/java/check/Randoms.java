// expect: proved
// A generator without a seed gives anything, but nothing else than was asked for.
import java.util.Random;

class Randoms {
    public static void main(String[] args) {
        int dice = new Random().nextInt(8);
        assert dice >= 0 && dice < 8;
    }
}
