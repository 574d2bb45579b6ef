import java.math.BigDecimal;
import java.math.BigInteger;

/** Specifiers that are wrong, in all the ways there are. */
public class FormatCorners {
    static void show(String format, Object... arguments) {
        try {
            System.out.println(String.format(format, arguments));
        } catch (RuntimeException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        String[] formats = {
            "%0$d", "%00$d", "%01$d", "%4294967297$d", "%9999999999$d", "%4294967301d", "%.4294967298f", "%-n", "%5n",
            "%-%", "%-5%|", "%#%", "%.3%", "%-#5%", "%-s", "%-b", "%-c", "%#-b", "%.3c", "%-0d", "%-05d", "%+ d", "%,x",
            "%#d", "%#b", "%+s", "%0s", "%(s", "%1$-5d|", "%2$d", "%<d", "%1$<d", "%--5d", "%5", "%-5", "%.d", "%.5",
            "%5-d", "%1$", "%", "%é", "%k", "%#k", "%5.2k", "%(,a", "%,e", "%#g", "%0f", "%3$s %s", "%d%%%n", "%08X"
        };
        for (String format : formats) {
            show(format, 7);
            show(format, 2.5);
        }
        show("%#010x|%#12o|%(X|%+d", new BigInteger("-255"), new BigInteger("8"), new BigInteger("-10"), BigInteger.TEN);
        show("%#.0f|%,.1f|%09.2f", new BigDecimal("3"), new BigDecimal("12345.67"), new BigDecimal("-1.5"));
    }
}
