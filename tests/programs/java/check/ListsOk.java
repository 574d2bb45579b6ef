// expect: proved
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.sosy_lab.sv_benchmarks.Verifier;

class ListsOk {
    public static void main(String[] args) {
        int first = Verifier.nondetInt();
        int second = Verifier.nondetInt();
        List<Integer> list = new ArrayList<>();
        list.add(first);
        list.add(second);
        list.remove(0);
        assert list.size() == 1 && list.get(0) == second;
        Deque<Integer> stack = new ArrayDeque<>();
        stack.push(first);
        stack.push(second);
        assert stack.pop() == second && stack.pop() == first && stack.isEmpty();
    }
}
