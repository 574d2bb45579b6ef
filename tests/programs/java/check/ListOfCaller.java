// A list has elements of the type that its declaration says.
// entry: ListOfCaller.share

import java.util.List;

class ListOfCaller {
    static int share(List<Integer> numbers) {
        if (numbers == null || numbers.size() != 2) {
            return 0;
        }
        Integer last = numbers.get(1);
        return last == null ? 0 : 100 / last; // expect: refuted arithmetic
    }
}
