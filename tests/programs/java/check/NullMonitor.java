// Only an object can be locked.
import org.sosy_lab.sv_benchmarks.Verifier;

class NullMonitor {
    public static void main(String[] args) {
        Object lock = Verifier.nondetBoolean() ? new Object() : null;
        synchronized (lock) { // expect: refuted null-pointer
            System.out.println("inside");
        }
    }
}
