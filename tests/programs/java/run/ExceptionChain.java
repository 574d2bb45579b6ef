public class ExceptionChain {
    public static void main(String[] args) {
        Throwable root = new IllegalArgumentException("root");
        Throwable middle = new RuntimeException(root);
        Throwable top = new Exception("top", middle);
        for (Throwable t = top; t != null; t = t.getCause()) {
            System.out.println(t + " / " + t.getMessage());
        }
        Exception bare = new Exception();
        bare.initCause(root);
        System.out.println(bare.getCause() == root);
        try {
            bare.initCause(middle);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            root.initCause(root);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            bare.addSuppressed(bare);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage() + " " + (e.getCause() == bare));
        }
        bare.addSuppressed(top);
        bare.addSuppressed(middle);
        System.out.println(bare.getSuppressed().length + " " + bare.getSuppressed()[1]);
        System.out.println(new Error("text").getLocalizedMessage() + " " + new RuntimeException((Throwable) null).getMessage());
    }
}
