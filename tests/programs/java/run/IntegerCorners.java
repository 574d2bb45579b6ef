public class IntegerCorners {
    public static void main(String[] args) {
        int max = Integer.MAX_VALUE;
        int min = Integer.MIN_VALUE;
        System.out.println(max + 1 == min);
        System.out.println(min - 1);
        System.out.println(-min);
        System.out.println(Math.abs(min));
        System.out.println(min / -1);
        System.out.println(min % -1);
        System.out.println(max * max);
        System.out.println(-7 / 2 + " " + -7 % 2 + " " + 7 % -2 + " " + Math.floorDiv(-7, 2) + " " + Math.floorMod(-7, 2));
        System.out.println((1 << 31) + " " + (1 << 32) + " " + (1 << 33) + " " + (1 << -1));
        System.out.println((-8 >> 1) + " " + (-8 >>> 28) + " " + (-8 >> 35));
        System.out.println((1L << 63) + " " + (1L << 64) + " " + (-1L >>> 60));
        System.out.println((byte) 200 + " " + (short) 70000 + " " + (char) 97 + " " + (int) (char) -1 + " " + (byte) '\u00e9');
        byte b = 127;
        b++;
        System.out.println(b);
        b += 300;
        System.out.println(b);
        b >>>= 1;
        System.out.println(b);
        short s = (short) 0x8000;
        System.out.println(s >>> 4);
        System.out.println((short) (s >>> 4));
        char c = 'a';
        c += 1.7;
        System.out.println(c);
        c--;
        System.out.println(c + 1);
        System.out.println((char) (c + 1));
        long l = 0xFFFFFFFFL;
        System.out.println((int) l + " " + l + " " + (l << 1));
        System.out.println(0b1010 + 0x1F + 017 + 1_000);
        System.out.println(~5 + " " + (5 & -2) + " " + (5 | 8) + " " + (5 ^ 3));
        System.out.println(true ^ true | false & true);
        int x = 5;
        x = x++ + ++x;
        System.out.println(x);
        x += x++ * 2;
        System.out.println(x);
    }
}
