// expect: open
import org.sosy_lab.sv_benchmarks.Verifier;
public class CodesBad {
  static int open(int k) { if (k < 0) return -1; if (k > 11) return -2; return 0; }
  static int use(int k) { int r = open(k); if (r != 0) return r; return k * 2; }
  public static void main(String[] args) {
    int k = Verifier.nondetInt();
    int r = use(k);
    assert r <= 20;
    if (k > 10) assert r == -2;
  }
}
