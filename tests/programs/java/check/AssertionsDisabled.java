/** A field that happens to have the name of the compiler's own is a field like any other. */
public class AssertionsDisabled {
    static boolean $assertionsDisabled = true;

    public static void main(String[] args) {
        if ($assertionsDisabled) {
            throw new IllegalStateException(); // expect: refuted exception
        }
    }
}
