// expect: proved
// What a compiler does not let anybody put into a box is not there.
// entry: GenericOfCaller.sum
class GenericOfCaller {
    static class Box<T> {
        T value;
        Box<T> next;
    }

    static class Named<U> extends Box<U> {
        char name;
    }

    static int sum(Box<Integer> box) {
        int sum = 0;
        if (box != null && box.value != null) {
            sum += box.value;
            if (box.next != null && box.next.value != null) {
                sum += box.next.value;
            }
        }
        return sum;
    }
}
