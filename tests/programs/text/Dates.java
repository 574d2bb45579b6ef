// Dates: the thirteenth month is accepted.
import java.util.Scanner;

public class Dates {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int[] days = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
        if (!in.hasNextInt()) return;
        int day = in.nextInt();
        if (!in.hasNextInt()) return;
        int month = in.nextInt();
        // repaired: if (month < 1 || month > 12 || day < 1) return;
        if (month < 1 || month > 13 || day < 1) return;
        if (day > days[month - 1]) return; // expect: refuted array-index
        System.out.println(day);
    }
}
