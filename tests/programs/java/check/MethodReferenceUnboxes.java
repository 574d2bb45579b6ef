// expect: proved

class MethodReferenceUnboxes {
    interface Source<T> {
        T get();
    }

    interface IntSource {
        int get();
    }

    public static void main(String[] args) {
        Source<Short> source = () -> (short) 1;
        IntSource widened = source::get;
        assert widened.get() == 1;
    }
}
