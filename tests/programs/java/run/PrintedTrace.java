public class PrintedTrace {
    static void fail() {
        throw new UnsupportedOperationException("not here");
    }

    public static void main(String[] args) {
        try {
            fail();
        } catch (UnsupportedOperationException e) {
            e.printStackTrace();
            StackTraceElement top = e.getStackTrace()[0];
            System.out.println(top.getClassName() + " " + top.getMethodName() + " " + top.getLineNumber());
        }
        new RuntimeException(new IllegalStateException("inside")).printStackTrace(System.out);
    }
}
