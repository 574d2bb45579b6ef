import java.util.ArrayList;
import java.util.List;
import org.sosy_lab.sv_benchmarks.Verifier;

class Lists {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            if (Verifier.nondetBoolean()) {
                list.add(i);
            }
        }
        int last = list.get(list.size() - 1); // expect: refuted exception
        assert last < 3;
    }
}
