// expect: proved
import org.sosy_lab.sv_benchmarks.Verifier;
public class Lock {
  static int lock;
  public static void main(String[] args) {
    boolean held = false;
    while (true) {
      int c = Verifier.nondetInt();
      if (c == 0 && !held) { assert lock == 0; lock = 1; held = true; }
      else if (c == 1 && held) { assert lock == 1; lock = 0; held = false; }
      else if (c == 2) break;
    }
  }
}
