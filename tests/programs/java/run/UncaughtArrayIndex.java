// exit: 1
public class UncaughtArrayIndex {
    public static void main(String[] args) {
        int[] numbers = {1, 2, 3};
        int sum = 0;
        for (int i = 0; i <= numbers.length; i++) {
            sum += numbers[i];
            System.out.println(sum);
        }
    }
}
