// expect: unknown
// It is ended before it comes to the assertion.
public class Memory {
    static void harm() throws Exception {
        /*NATIVE
        java.util.List<long[]> all = new java.util.ArrayList<>();
        while (true) all.add(new long[1 << 17]);
        NATIVE*/
    }

    public static void main(String[] args) throws Exception {
        if (args.length == 1) {
            try {
                harm();
            } catch (Exception e) {
            }
            assert false;
        }
    }
}
