// expect: proved
import org.sosy_lab.sv_benchmarks.Verifier;
public class Guard {
  public static void main(String[] args) {
    int[] a = new int[8];
    int i = 0; boolean ok = false;
    while (Verifier.nondetBoolean()) {
      i = Verifier.nondetInt(); ok = false;
      if (i >= 0 && i < 8) ok = true;
      if (Verifier.nondetBoolean()) continue;
      if (ok) a[i] = 1;
    }
  }
}
