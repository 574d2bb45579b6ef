// expect: unknown
// It is ended before it comes to the assertion.
public class Sleep {
    static void harm() throws Exception {
        /*NATIVE
        Thread.sleep(3600000);
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
