// exit: 44
public class HaltWithHigherStatus {
    public static void main(String[] args) {
        System.out.println("300 is 44 to the system");
        Runtime.getRuntime().halt(300);
    }
}
