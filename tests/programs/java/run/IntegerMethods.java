public class IntegerMethods {
    public static void main(String[] args) {
        System.out.println(Integer.bitCount(255) + " " + Integer.reverse(1) + " " + Integer.reverseBytes(1));
        System.out.println(Integer.highestOneBit(1000) + " " + Integer.lowestOneBit(1000));
        System.out.println(Integer.numberOfLeadingZeros(1) + " " + Integer.numberOfTrailingZeros(0));
        System.out.println(Integer.rotateRight(1, 1) + " " + Integer.signum(-9));
        System.out.println(Integer.toBinaryString(-8) + " " + Integer.toHexString(-1) + " " + Integer.toOctalString(64));
        System.out.println(Integer.toString(-255, 16) + " " + Integer.toString(35, 36) + " " + Integer.toUnsignedString(-1));
        System.out.println(Integer.parseInt("7f", 16) + " " + Integer.parseInt("+12") + " " + Integer.parseUnsignedInt("4294967295"));
        System.out.println(Integer.decode("0x10") + " " + Integer.decode("-010") + " " + Integer.valueOf("77", 8));
        System.out.println(Integer.compare(3, 5) + " " + Integer.max(3, 5) + " " + Integer.sum(3, 5) + " " + Integer.hashCode(7));
        System.out.println(Integer.divideUnsigned(-1, 2) + " " + Integer.compareUnsigned(-1, 1));
        String[] bad = {"", "-", "2147483648", " 1", "1 ", "0x10", "1_000", "--1", "\u0661"};
        for (String text : bad) {
            try {
                System.out.println(Integer.parseInt(text));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage().length());
            }
        }
        try {
            Integer.parseInt(null);
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            Integer.parseInt("12", 1);
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(Short.parseShort("-32768") + " " + Byte.toUnsignedInt((byte) -1) + " " + Short.toUnsignedInt((short) -1));
        System.out.println(Boolean.parseBoolean("TRUE") + " " + Boolean.logicalXor(true, false) + " " + Boolean.hashCode(true));
        System.out.println(Integer.MIN_VALUE + " " + Integer.MAX_VALUE + " " + Integer.SIZE + " " + Long.BYTES);
    }
}
