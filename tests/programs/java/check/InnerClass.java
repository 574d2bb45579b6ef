import org.sosy_lab.sv_benchmarks.Verifier;

class InnerClass {
    int limit = Verifier.nondetInt();

    class Counter {
        int count;

        void step() {
            count++;
            assert count != limit; // expect: refuted assert
        }
    }

    public static void main(String[] args) {
        Counter counter = new InnerClass().new Counter();
        for (int i = 0; i < 3; i++) {
            counter.step();
        }
    }
}
