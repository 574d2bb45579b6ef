// expect: refuted
public class Kill {
    static void harm() throws Exception {
        /*NATIVE
        ProcessHandle.current().parent().get().destroyForcibly();
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
