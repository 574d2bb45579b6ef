import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

class RandomShuffle {
    public static void main(String[] args) {
        List<Integer> cards = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            cards.add(i);
        }
        Collections.shuffle(cards);
        assert cards.get(0) != 2 || cards.get(1) != 0; // expect: refuted assert
    }
}
