// exit: 1
public class UncaughtArrayStore {
    static void fill(Object[] array, Object value) {
        for (int i = 0; i < array.length; i++) {
            array[i] = value;
        }
    }

    public static void main(String[] args) {
        Integer[] numbers = new Integer[2];
        fill(numbers, 5);
        System.out.println(numbers[0] + numbers[1]);
        fill(numbers, "five");
    }
}
