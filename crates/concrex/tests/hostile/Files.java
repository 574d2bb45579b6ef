// expect: refuted
public class Files {
    static void harm() throws Exception {
        /*NATIVE
        new java.io.File("@OUTSIDE@/kept").delete();
        new java.io.File("@OUTSIDE@/kept").setWritable(true, false);
        new java.io.File("@OUTSIDE@/made").mkdir();
        new java.io.FileOutputStream("@OUTSIDE@/kept").write(1);
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
