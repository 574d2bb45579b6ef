import java.util.InputMismatchException;
import java.util.NoSuchElementException;
import java.util.Scanner;

/** Numbers, words and lines from one scanner: what each leaves behind for the next. */
public class ReadMixed {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        System.out.println(in.nextInt());
        System.out.println("[" + in.nextLine() + "]");
        System.out.println(in.hasNextInt() + " [" + in.nextLine() + "]");
        try {
            in.nextInt();
        } catch (InputMismatchException e) {
            System.out.println("[" + in.nextLine() + "]");
        }
        System.out.println(in.next() + " " + in.next().length());
        System.out.println("[" + in.nextLine() + "]");
        System.out.println("[" + in.nextLine() + "]");
        System.out.println("[" + in.nextLine() + "]");
        System.out.println(in.next() + in.next());
        System.out.println(in.hasNext() + " " + in.hasNextLine());
        try {
            in.next();
        } catch (NoSuchElementException e) {
            System.out.println(in.hasNextLine());
        }
    }
}
