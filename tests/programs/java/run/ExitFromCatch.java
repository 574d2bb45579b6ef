// exit: 3
public class ExitFromCatch {
    public static void main(String[] args) {
        try {
            Object[] objects = new Integer[1];
            objects[0] = "text";
        } catch (ArrayStoreException e) {
            System.err.println("stored " + e.getMessage());
            System.exit(3);
        }
        System.out.println("not reached");
    }
}
