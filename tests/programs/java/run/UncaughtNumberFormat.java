// exit: 1
public class UncaughtNumberFormat {
    public static void main(String[] args) {
        System.out.println(Integer.parseInt("-42") + 1);
        System.out.println(Integer.parseInt("42nd"));
    }
}
