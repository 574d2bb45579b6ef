import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

public class BigNumbers {
    public static void main(String[] args) {
        BigInteger factorial = BigInteger.ONE;
        for (int i = 2; i <= 30; i++) {
            factorial = factorial.multiply(BigInteger.valueOf(i));
        }
        System.out.println(factorial + " " + factorial.bitLength());
        BigInteger big = new BigInteger("123456789012345678901234567890");
        System.out.println(big.mod(BigInteger.valueOf(97)) + " " + big.negate().divide(BigInteger.TEN) + " " + big.pow(2));
        System.out.println(big.gcd(factorial) + " " + BigInteger.TWO.modPow(big, BigInteger.valueOf(1009)) + " " + big.compareTo(factorial));
        System.out.println(big.shiftRight(10).xor(BigInteger.ONE).toString(16) + " " + new BigInteger("-ff", 16).intValue());
        BigDecimal price = new BigDecimal("19.99");
        System.out.println(price.multiply(new BigDecimal("3")).add(new BigDecimal("0.035")) + " " + price.setScale(1, RoundingMode.HALF_UP));
        System.out.println(new BigDecimal("10").divide(new BigDecimal("3"), 5, RoundingMode.DOWN) + " " + new BigDecimal("1.10").equals(new BigDecimal("1.1")) + " " + new BigDecimal("1.10").compareTo(new BigDecimal("1.1")));
        try {
            BigDecimal.ONE.divide(new BigDecimal(3));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
