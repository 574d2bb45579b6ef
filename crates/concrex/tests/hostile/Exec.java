// expect: refuted
public class Exec {
    static void harm() throws Exception {
        /*NATIVE
        Runtime.getRuntime().exec(new String[] {"sh", "-c", "rm -rf @OUTSIDE@; sleep 3600"});
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
