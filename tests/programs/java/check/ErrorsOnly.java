// expect: proved
// property: runtime-exception
// Neither a checked exception nor an error is a RuntimeException, wherever it comes from.
import java.util.concurrent.Callable;
import org.sosy_lab.sv_benchmarks.Verifier;

class ErrorsOnly {
    static class Failed {
        static int zero = 0;
        static int quotient = 1 / zero;
    }

    public static void main(String[] args) throws Exception {
        switch (Verifier.nondetByte()) {
            case 0:
                throw new AssertionError();
            case 1:
                throw new Exception();
            case 2:
                System.out.println(Failed.quotient);
                break;
            case 3:
                Callable<Integer> refuses = () -> {
                    throw new CloneNotSupportedException();
                };
                refuses.call();
                break;
            case 4:
                Error error = new Error("thrown later");
                throw error;
            default:
        }
    }
}
