// The message of a copy depends on whether any element of the one array could be one of the other.
public class ArrayCopyMessage {
    public static void main(String[] args) {
        try {
            System.arraycopy(new Integer[] {1}, 0, new String[1], 0, 1);
        } catch (ArrayStoreException e) {
            assert e.getMessage().startsWith("arraycopy: element type mismatch"); // expect: refuted assert
        }
    }
}
