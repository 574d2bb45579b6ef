public class CharArithmetic {
    static String rotate(String text, int by) {
        char[] chars = text.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            char c = chars[i];
            if (c >= 'a' && c <= 'z') {
                chars[i] = (char) ((c - 'a' + by) % 26 + 'a');
            } else if (Character.isUpperCase(c)) {
                chars[i] = (char) ((c - 'A' + by) % 26 + 'A');
            }
        }
        return new String(chars);
    }

    public static void main(String[] args) {
        System.out.println(rotate("Hello, World!", 13));
        System.out.println(rotate(rotate("Hello, World!", 13), 13));
        char c = 'z';
        c++;
        System.out.println(c + " " + (int) c + " " + (c > 'z') + " " + (char) (c - 1));
        System.out.println('a' + 'b' + "c" + 'd' + 1);
        System.out.println((char) ('a' + 1) + "" + (char) 66);
        System.out.println(Character.getNumericValue('7') + Character.digit('f', 16) + " " + Character.forDigit(11, 16));
        System.out.println(Character.isDigit('5') + " " + Character.isLetter('_') + " " + Character.isLetterOrDigit('x'));
        System.out.println(Character.isWhitespace('\t') + " " + Character.isSpaceChar(' ') + " " + Character.isAlphabetic('q'));
        System.out.println(Character.toUpperCase('q') + " " + Character.toLowerCase('Q') + " " + Character.toString(97) + " " + Character.valueOf('v'));
        System.out.println(Character.isUpperCase('\u00c9') + " " + (int) Character.toLowerCase('\u0394') + " " + Character.isLetter('\u4e2d'));
        System.out.println(Character.isSurrogate('\ud83d') + " " + Character.charCount(0x1F600) + " " + Character.MAX_RADIX);
        System.out.println((int) Character.MAX_VALUE + " " + (char) -1 % 7 + " " + Character.compare('a', 'b') + " " + Character.getType('A'));
        int[] counts = new int[26];
        for (char letter : "mississippi".toCharArray()) {
            counts[letter - 'a']++;
        }
        for (char letter = 'a'; letter <= 'z'; letter++) {
            if (counts[letter - 'a'] > 0) {
                System.out.print(letter + "" + counts[letter - 'a'] + " ");
            }
        }
        System.out.println();
    }
}
