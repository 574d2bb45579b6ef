// The clock of the system can be set back, that of the machine cannot.
class ClockSetBack {
    public static void main(String[] args) {
        long start = System.nanoTime();
        long before = System.currentTimeMillis();
        assert before >= 0;
        assert System.nanoTime() - start >= 0;
        assert System.currentTimeMillis() >= before; // expect: refuted assert
    }
}
