import java.util.Scanner;

class Numerals {
    static void parse(String text, int radix) {
        try {
            System.out.println(text + " is " + Integer.parseInt(text, radix));
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
    }

    static void classify(int c) {
        System.out.println(c + " " + Character.isDigit(c) + " " + Character.digit(c, 10) + " " + Character.digit(c, 36)
                + " " + Character.isWhitespace(c) + " " + Character.isLetter(c) + " " + Character.isUpperCase(c)
                + " " + Character.toUpperCase(c) + " " + Character.toLowerCase(c));
    }

    public static void main(String[] args) {
        String[] texts = {"", "+", "-", "7", "-0", "+12", "2147483647", "2147483648", "-2147483648", "-2147483649",
            "00000000000000000000042", "99999999999999999999", "1x", " 1", "\u0663\uff15", "zz", "-Zz", "1-", null};
        for (String text : texts) {
            parse(text, 10);
            parse(text, 36);
        }
        parse("101", 2);
        parse("102", 2);
        parse("1", 1);
        parse("1", 37);
        int[] characters = {-1, 0, '\t', 0x1c, ' ', '/', '0', '9', ':', '@', 'A', 'Z', '[', 'a', 'z', '{', 0x85, 0xa0, 0xaa,
            0xb5, 0xc0, 0xd7, 0xdf, 0xf7, 0xff, 0x660, 0x669, 0x66a, 0x966, 0x96f, 0xdef, 0xdf0, 0x1680, 0x1946, 0x194f,
            0x2007, 0x2028, 0x3000, 0xff19, 0xff21, 0xff5a, 0xff5b, 0x1d7ce, 0x110000, Integer.MIN_VALUE + '0'};
        for (int c : characters) {
            classify(c);
        }
        Scanner scanner = new Scanner("+5 -7 1,234 12,34 300 x 99999999999\u20093");
        while (scanner.hasNext()) {
            boolean isByte = scanner.hasNextByte();
            System.out.println(isByte + " " + scanner.hasNextShort() + " " + scanner.hasNextLong());
            System.out.println(scanner.hasNextInt() ? "int " + scanner.nextInt() : scanner.next());
        }
    }
}
