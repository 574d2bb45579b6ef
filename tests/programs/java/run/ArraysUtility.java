import java.util.Arrays;
import java.util.Collections;

public class ArraysUtility {
    public static void main(String[] args) {
        int[] numbers = {5, 2, 9, -3, 7};
        int[] copy = numbers.clone();
        Arrays.sort(copy);
        System.out.println(Arrays.toString(numbers) + " " + Arrays.toString(copy) + " " + Arrays.binarySearch(copy, 7));
        System.out.println(Arrays.equals(numbers, copy) + " " + Arrays.hashCode(numbers) + " " + Arrays.stream(numbers).sum());
        int[] longer = Arrays.copyOf(numbers, 7);
        int[] part = Arrays.copyOfRange(numbers, 1, 3);
        Arrays.fill(longer, 5, 7, 8);
        System.out.println(Arrays.toString(longer) + " " + Arrays.toString(part));
        String[] words = {"pear", "Apple", "fig"};
        Arrays.sort(words);
        System.out.println(Arrays.toString(words));
        Arrays.sort(words, String.CASE_INSENSITIVE_ORDER);
        System.out.println(Arrays.toString(words));
        Arrays.sort(words, Collections.reverseOrder());
        System.out.println(Arrays.asList(words));
        int[][] grid = {{1, 2}, {3}, {}};
        int[][] shallow = grid.clone();
        shallow[0][0] = 100;
        System.out.println(Arrays.deepToString(grid) + " " + (shallow == grid) + " " + (shallow[0] == grid[0]) + " " + Arrays.deepEquals(grid, shallow));
        int[][][] cube = new int[2][3][];
        System.out.println(cube.length + " " + cube[0].length + " " + cube[1][2]);
        System.arraycopy(numbers, 0, numbers, 1, 4);
        System.out.println(Arrays.toString(numbers));
        Object[] objects = {1, "s", 'c', null};
        System.out.println(Arrays.toString(objects) + " " + Arrays.asList(objects).indexOf("s"));
        Integer[] boxed = new Integer[50];
        for (int i = 0; i < boxed.length; i++) {
            boxed[i] = i * 37 % 50;
        }
        Arrays.sort(boxed, (a, b) -> a % 10 == b % 10 ? a - b : a % 10 - b % 10);
        System.out.println(Arrays.toString(Arrays.copyOf(boxed, 8)));
        double[] doubles = {2.5, -0.0, 0.0, Double.NaN, -1};
        Arrays.sort(doubles);
        System.out.println(Arrays.toString(doubles));
        long[] many = new long[300];
        Arrays.setAll(many, i -> (i * 7919L) % 300);
        Arrays.sort(many);
        System.out.println(many[0] + " " + many[150] + " " + many[299] + " " + Arrays.mismatch(many, new long[] {0, 1, 3}));
        char[] letters = "sorting".toCharArray();
        Arrays.sort(letters);
        System.out.println(letters);
        System.out.println(new int[0].equals(new int[0]) + " " + new int[3].getClass().getName() + " " + new String[1][1].getClass().getSimpleName());
        try {
            System.arraycopy(numbers, 3, numbers, 0, 5);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
