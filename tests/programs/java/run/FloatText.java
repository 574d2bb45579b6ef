public class FloatText {
    public static void main(String[] args) {
        double[] numbers = {
            0, 1, -1, 0.1, 100, 1e6, 1234567, 9999999, 1e7, 12345678.9, 0.001, 0.0001, 1e-5, 1.0 / 3, 2.0 / 3, 1e21,
            1e22, 1e23, 123456789.123456789, 1e100, 3.141592653589793, 1.7976931348623157e308, 0.30000000000000004, 5e-324
        };
        for (double number : numbers) {
            System.out.println(number + " " + (float) number);
        }
        String[] texts = {"1", "-1.5", "1e3", ".5", "5.", " 7 ", "1e400", "-1e-400", "NaN", "Infinity", "0x1p3", "1.5f", "1d"};
        for (String text : texts) {
            System.out.println(Double.parseDouble(text) + " " + Float.parseFloat(text));
        }
        for (String text : new String[] {"", "x", "1e", "1,5", "--1", "1 2"}) {
            try {
                System.out.println(Double.parseDouble(text));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
