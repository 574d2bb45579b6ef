package java.util;

import concrex.Vm;
import java.io.Closeable;
import java.io.Destination;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import jdk.internal.math.FormattedFloatingDecimal;

/** Formats as {@code printf} does, in English. Dates and hexadecimal fractions are not supported. */
public final class Formatter implements Closeable, Flushable {
    public enum BigDecimalLayoutForm {
        SCIENTIFIC,
        DECIMAL_FLOAT
    }

    private Appendable out;
    private final Locale locale;
    /** Whether the locale is the default. */
    private final boolean isDefault;
    /** Whether the program may see the text, instead of letting it out. */
    private final boolean isSeen;
    private IOException lastException;

    public Formatter() {
        this(new StringBuilder());
    }

    public Formatter(Appendable out) {
        this(out, Locale.getDefault(), true, Destination.isSeen(out));
    }

    public Formatter(Locale locale) {
        this(new StringBuilder(), locale);
    }

    public Formatter(Appendable out, Locale locale) {
        this(out, locale, false, Destination.isSeen(out));
    }

    private Formatter(Appendable out, Locale locale, boolean isDefault, boolean isSeen) {
        this.out = out == null ? new StringBuilder() : out;
        this.locale = locale;
        this.isDefault = isDefault;
        this.isSeen = isSeen;
    }

    public Formatter(PrintStream out) {
        this((Appendable) Objects.requireNonNull(out));
    }

    public Formatter(OutputStream out) {
        this(new OutputStreamWriter(out));
    }

    /** For text that leaves the program. */
    public static Formatter unseen() {
        return new Formatter(new StringBuilder(), Locale.getDefault(), true, false);
    }

    private void ensureOpen() {
        if (out == null) {
            throw new FormatterClosedException();
        }
    }

    public Locale locale() {
        ensureOpen();
        if (isDefault) {
            Locale.show();
        }
        return locale;
    }

    public Appendable out() {
        ensureOpen();
        return out;
    }

    @Override
    public String toString() {
        ensureOpen();
        return out.toString();
    }

    @Override
    public void flush() {
        ensureOpen();
        if (out instanceof Flushable flushable) {
            try {
                flushable.flush();
            } catch (IOException e) {
                lastException = e;
            }
        }
    }

    @Override
    public void close() {
        if (out instanceof Closeable closeable) {
            try {
                closeable.close();
            } catch (IOException e) {
                lastException = e;
            }
        }
        out = null;
    }

    public IOException ioException() {
        return lastException;
    }

    public Formatter format(String format, Object... arguments) {
        return format(locale, format, arguments);
    }

    public Formatter format(Locale locale, String format, Object... arguments) {
        ensureOpen();
        List<Object> parts = parse(format);
        int ordinary = -1;
        int last = -1;
        for (Object part : parts) {
            if (part instanceof String text) {
                append(text);
                continue;
            }
            FormatSpecifier specifier = (FormatSpecifier) part;
            if (specifier.conversion == 'n') {
                if (isSeen) {
                    Vm.usually();
                }
                append("\n");
                continue;
            }
            if (specifier.conversion == '%') {
                append(padded("%", specifier));
                continue;
            }
            if (specifier.argument == FormatSpecifier.ORDINARY) {
                last = ++ordinary;
            } else if (specifier.argument > 0) {
                last = specifier.argument - 1;
            }
            if (last < 0 || arguments != null && last >= arguments.length) {
                throw new MissingFormatArgumentException(specifier.toString());
            }
            append(text(specifier, arguments == null ? null : arguments[last], locale));
        }
        return this;
    }

    /** Strings as they are, and specifiers. */
    private static List<Object> parse(String s) {
        List<Object> parts = new ArrayList<>();
        int at = 0;
        while (at < s.length()) {
            int percent = s.indexOf('%', at);
            if (percent < 0) {
                parts.add(s.substring(at));
                break;
            }
            if (percent > at) {
                parts.add(s.substring(at, percent));
            }
            FormatSpecifier specifier = new FormatSpecifier(s, percent + 1);
            specifier.check();
            parts.add(specifier);
            at = specifier.end;
        }
        return parts;
    }

    private void append(String text) {
        try {
            out.append(text);
        } catch (IOException e) {
            lastException = e;
        }
    }

    private String text(FormatSpecifier specifier, Object argument, Locale locale) {
        switch (specifier.conversion) {
            case 'b':
                return general(specifier, truth(argument), locale);
            case 'h':
                String hash = argument == null ? "null" : Integer.toHexString(argument.hashCode());
                return general(specifier, hash, locale);
            case 's':
                return string(specifier, argument, locale);
            case 'c':
                return general(specifier, argument == null ? "null" : character(specifier, argument), locale);
            case 'd':
            case 'o':
            case 'x':
                return argument == null ? general(specifier, "null", locale) : integer(specifier, argument, locale);
            case 'e':
            case 'f':
            case 'g':
                return argument == null ? general(specifier, "null", locale) : decimal(specifier, argument, locale);
            case 'a':
                Vm.unsupported("the conversion %a");
                return null;
            default:
                Vm.unsupported("dates in formats");
                return null;
        }
    }

    private static String truth(Object argument) {
        return argument instanceof Boolean b ? b.toString() : String.valueOf(argument != null);
    }

    private String string(FormatSpecifier specifier, Object argument, Locale locale) {
        if (argument instanceof Formattable formattable) {
            int flags = (specifier.has('-') ? FormattableFlags.LEFT_JUSTIFY : 0)
                    | (specifier.upper ? FormattableFlags.UPPERCASE : 0)
                    | (specifier.has('#') ? FormattableFlags.ALTERNATE : 0);
            StringBuilder text = new StringBuilder();
            formattable.formatTo(new Formatter(text, locale, isDefault, true), flags, specifier.width, specifier.precision);
            return text.toString();
        }
        if (specifier.has('#')) {
            throw new FormatFlagsConversionMismatchException("#", 's');
        }
        return general(specifier, String.valueOf(argument), locale);
    }

    private static String character(FormatSpecifier specifier, Object argument) {
        if (argument instanceof Character c) {
            return c.toString();
        }
        int point;
        if (argument instanceof Byte || argument instanceof Short || argument instanceof Integer) {
            point = ((Number) argument).intValue();
        } else {
            throw new IllegalFormatConversionException('c', argument.getClass());
        }
        if (!Character.isValidCodePoint(point)) {
            throw new IllegalFormatCodePointException(point);
        }
        return Character.toString(point);
    }

    private static String general(FormatSpecifier specifier, String text, Locale locale) {
        String shown = text;
        if (specifier.precision >= 0 && specifier.precision < shown.length()) {
            shown = shown.substring(0, specifier.precision);
        }
        return padded(cased(shown, specifier, locale), specifier);
    }

    private static String cased(String text, FormatSpecifier specifier, Locale locale) {
        if (!specifier.upper) {
            return text;
        }
        return text.toUpperCase(locale == null ? Locale.getDefault() : locale);
    }

    private static String padded(String text, FormatSpecifier specifier) {
        int missing = specifier.width - text.length();
        if (missing <= 0) {
            return text;
        }
        String spaces = " ".repeat(missing);
        return specifier.has('-') ? text.concat(spaces) : spaces.concat(text);
    }

    private static String integer(FormatSpecifier specifier, Object argument, Locale locale) {
        boolean big = argument instanceof BigInteger;
        if (!big && !(argument instanceof Integer || argument instanceof Long || argument instanceof Short
                || argument instanceof Byte)) {
            throw new IllegalFormatConversionException(specifier.conversion, argument.getClass());
        }
        if (specifier.conversion == 'd') {
            requireEnglish(locale);
            String digits = argument.toString();
            boolean negative = digits.charAt(0) == '-';
            String magnitude = negative ? digits.substring(1) : digits;
            if (specifier.has(',')) {
                magnitude = grouped(magnitude);
            }
            return signed(specifier, negative, "", magnitude);
        }
        int shift = specifier.conversion == 'x' ? 16 : 8;
        String prefix = !specifier.has('#') ? "" : shift == 16 ? "0x" : "0";
        if (big) {
            BigInteger value = (BigInteger) argument;
            String digits = value.abs().toString(shift);
            return cased(signed(specifier, value.signum() < 0, prefix, digits), specifier, locale);
        }
        refuseSigns(specifier);
        long bits = bits(argument);
        String digits = shift == 16 ? Long.toHexString(bits) : Long.toOctalString(bits);
        return cased(zeroPadded(specifier, prefix, digits, ""), specifier, locale);
    }

    private static long bits(Object argument) {
        long value = ((Number) argument).longValue();
        if (argument instanceof Long) {
            return value;
        } else if (argument instanceof Integer) {
            return value & 0xffffffffL;
        }
        return value & (argument instanceof Short ? 0xffff : 0xff);
    }

    private static void refuseSigns(FormatSpecifier specifier) {
        for (char flag : new char[] {'(', ' ', '+'}) {
            if (specifier.has(flag)) {
                throw new FormatFlagsConversionMismatchException(String.valueOf(flag), specifier.conversion);
            }
        }
    }

    /** Digits after a prefix, with the sign that the flags ask for. */
    private static String signed(FormatSpecifier specifier, boolean negative, String prefix, String digits) {
        String before = specifier.has('+') ? "+" : specifier.has(' ') ? " " : "";
        String after = "";
        if (negative) {
            before = specifier.has('(') ? "(" : "-";
            after = specifier.has('(') ? ")" : "";
        }
        return zeroPadded(specifier, before.concat(prefix), digits, after);
    }

    private static String zeroPadded(FormatSpecifier specifier, String before, String digits, String after) {
        int missing = specifier.width - before.length() - digits.length() - after.length();
        String zeros = specifier.has('0') && missing > 0 ? "0".repeat(missing) : "";
        return padded(before.concat(zeros).concat(digits).concat(after), specifier);
    }

    /** The digits before the point in groups of three. */
    private static String grouped(String digits) {
        int point = digits.indexOf('.');
        int end = point < 0 ? digits.length() : point;
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < end; i++) {
            if (i > 0 && (end - i) % 3 == 0) {
                text.append(',');
            }
            text.append(digits.charAt(i));
        }
        return text.append(digits, end, digits.length()).toString();
    }

    /** Numbers look so in no language at all, and in English, but not everywhere where English is spoken. */
    private static void requireEnglish(Locale locale) {
        if (locale == null || locale == Locale.ROOT || locale == Locale.US) {
            return;
        }
        boolean isPlain = switch (locale.toString()) {
            case "", "en", "en_US", "en_GB", "en_CA", "en_AU", "en_NZ", "en_IE" -> true;
            default -> false;
        };
        if (!isPlain || !locale.getVariant().isEmpty()) {
            Vm.unsupported("numbers in other languages and countries");
        }
    }

    private static String decimal(FormatSpecifier specifier, Object argument, Locale locale) {
        requireEnglish(locale);
        if (argument instanceof BigDecimal big) {
            return bigDecimal(specifier, big);
        }
        double value;
        FormattedFloatingDecimal.Form form = form(specifier.conversion);
        if (argument instanceof Double d) {
            value = d;
        } else if (argument instanceof Float f) {
            value = f;
        } else {
            throw new IllegalFormatConversionException(specifier.conversion, argument.getClass());
        }
        if (value != value) {
            return padded(cased("NaN", specifier, locale), specifier);
        }
        boolean negative = Double.compare(value, 0.0) < 0;
        if (Double.isInfinite(value)) {
            return infinite(specifier, negative, locale);
        }
        String magnitude = magnitude(specifier, Math.abs(value), form);
        if (specifier.has(',')) {
            magnitude = grouped(magnitude);
        }
        return cased(signed(specifier, negative, "", magnitude), specifier, locale);
    }

    private static FormattedFloatingDecimal.Form form(char conversion) {
        return switch (conversion) {
            case 'e' -> FormattedFloatingDecimal.Form.SCIENTIFIC;
            case 'f' -> FormattedFloatingDecimal.Form.DECIMAL_FLOAT;
            default -> FormattedFloatingDecimal.Form.GENERAL;
        };
    }

    private static String infinite(FormatSpecifier specifier, boolean negative, Locale locale) {
        String text = negative
                ? (specifier.has('(') ? "(Infinity)" : "-Infinity")
                : specifier.has('+') ? "+Infinity" : specifier.has(' ') ? " Infinity" : "Infinity";
        return padded(cased(text, specifier, locale), specifier);
    }

    private static String magnitude(
            FormatSpecifier specifier, double value, FormattedFloatingDecimal.Form form) {
        int precision = specifier.precision < 0 ? 6 : specifier.precision;
        if (specifier.conversion == 'g') {
            return generalMagnitude(value, precision == 0 ? 1 : precision);
        }
        FormattedFloatingDecimal digits = FormattedFloatingDecimal.valueOf(value, precision, form);
        String mantissa = withPoint(new String(digits.getMantissa()), precision);
        if (specifier.has('#') && precision == 0) {
            mantissa = mantissa.concat(".");
        }
        if (specifier.conversion == 'f') {
            return mantissa;
        }
        return exponential(mantissa, value == 0 ? "+00" : new String(digits.getExponent()));
    }

    private static String generalMagnitude(double value, int precision) {
        if (value == 0) {
            return withPoint("0", precision - 1);
        }
        FormattedFloatingDecimal digits =
                FormattedFloatingDecimal.valueOf(value, precision, FormattedFloatingDecimal.Form.GENERAL);
        String mantissa = new String(digits.getMantissa());
        char[] exponent = digits.getExponent();
        if (exponent != null) {
            return exponential(withPoint(mantissa, precision - 1), new String(exponent));
        }
        return withPoint(mantissa, precision - digits.getExponentRounded() - 1);
    }

    private static String exponential(String mantissa, String exponent) {
        return mantissa.concat("e").concat(exponent);
    }

    /** The digits with zeros after them, so that there are this many behind the point. */
    private static String withPoint(String digits, int precision) {
        int point = digits.indexOf('.');
        if (point < 0) {
            return precision <= 0 ? digits : digits.concat(".").concat("0".repeat(precision));
        }
        int missing = precision - (digits.length() - point - 1);
        return missing <= 0 ? digits : digits.concat("0".repeat(missing));
    }

    private static String bigDecimal(FormatSpecifier specifier, BigDecimal value) {
        if (specifier.conversion != 'f') {
            Vm.unsupported("decimal fractions of any length in scientific notation");
        }
        int precision = specifier.precision < 0 ? 6 : specifier.precision;
        String magnitude = value.abs().setScale(precision, RoundingMode.HALF_UP).toPlainString();
        if (specifier.has('#') && precision == 0) {
            magnitude = magnitude.concat(".");
        }
        if (specifier.has(',')) {
            magnitude = grouped(magnitude);
        }
        return signed(specifier, value.signum() < 0, "", magnitude);
    }
}
