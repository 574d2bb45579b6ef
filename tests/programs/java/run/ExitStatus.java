// exit: 42
public class ExitStatus {
    static void leave(int status) {
        try {
            System.out.println("leaving");
            System.exit(status);
        } finally {
            System.out.println("never printed");
        }
    }

    public static void main(String[] args) {
        leave(42);
        System.out.println("never printed either");
    }
}
