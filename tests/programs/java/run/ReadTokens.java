import java.util.InputMismatchException;
import java.util.NoSuchElementException;
import java.util.Scanner;

public class ReadTokens {
    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        int count = scanner.nextInt();
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += scanner.nextLong();
        }
        System.out.println(sum);
        System.out.println(scanner.nextDouble() + " " + scanner.nextBoolean() + " " + scanner.next());
        System.out.println("[" + scanner.nextLine() + "]");
        System.out.println("[" + scanner.nextLine() + "]");
        System.out.println(scanner.hasNextInt() + " " + scanner.hasNext());
        try {
            scanner.nextInt();
        } catch (InputMismatchException e) {
            System.out.println("no number: " + scanner.next());
        }
        while (scanner.hasNext()) {
            System.out.print(scanner.next() + ";");
        }
        System.out.println();
        try {
            scanner.next();
        } catch (NoSuchElementException e) {
            System.out.println("nothing left");
        }
    }
}
