/** The precision of a format cuts what null is shown as, whatever the conversion. */
public class NullWithPrecision {
    public static void main(String[] args) {
        Float nothing = null;
        assert String.format("%6.3g|", nothing).equals("   nul|");
        assert String.format("%.1e", nothing).equals("null"); // expect: refuted assert
    }
}
