// expect: refuted
public class Connect {
    static void harm() throws Exception {
        /*NATIVE
        new java.net.Socket("127.0.0.1", @PORT@).close();
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
