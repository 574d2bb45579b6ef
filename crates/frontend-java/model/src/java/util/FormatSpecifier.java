package java.util;

import concrex.Vm;

/** One {@code %...} of a format: its argument, flags, width, precision and conversion. */
final class FormatSpecifier {
    static final int ORDINARY = 0;
    static final int LAST = -1;

    private static final String FLAGS = "-#+ 0,(<";

    /** From 1; {@link #ORDINARY} for the next argument, {@link #LAST} for the one before. */
    int argument = ORDINARY;
    int width = -1;
    int precision = -1;
    char conversion;
    boolean upper;
    private String flags = "";

    /** Where the specifier ends in the format. */
    int end;

    private final String format;
    private int at;

    /** Reads the specifier whose percent sign is before {@code start}. */
    FormatSpecifier(String format, int start) {
        this.format = format;
        this.at = start;
        String number = readNumber();
        boolean isIndexed = !number.isEmpty() && peek() == '$';
        at = isIndexed ? at + 1 : start;
        int flagsStart = at;
        while (at < format.length() && FLAGS.indexOf(peek()) >= 0) {
            at++;
        }
        int flagsEnd = at;
        String widthDigits = readNumber();
        String precisionDigits = "";
        if (peek() == '.') {
            at++;
            precisionDigits = readNumber();
            if (precisionDigits.isEmpty()) {
                throw unknown(start);
            }
        }
        conversion = peek();
        if (!isLetter(conversion) && conversion != '%') {
            throw unknown(start);
        }
        // What is wrong is said in this order, once it is a specifier at all.
        argument = isIndexed ? index(number) : ORDINARY;
        readFlags(flagsStart, flagsEnd);
        width = widthDigits.isEmpty() ? -1 : width(widthDigits);
        precision = precisionDigits.isEmpty() ? -1 : precision(precisionDigits);
        if (conversion == 't' || conversion == 'T') {
            Vm.unsupported("dates in formats");
        }
        if (!isConversion(conversion)) {
            throw unknown(at);
        }
        end = at + 1;
        upper = "BHSCXEGTA".indexOf(conversion) >= 0;
        if (upper) {
            conversion = (char) (conversion + 'a' - 'A');
        }
    }

    private static boolean isConversion(char c) {
        return c != 0 && "bBhHsScCdoxXeEfgGaAtTn%".indexOf(c) >= 0;
    }

    private UnknownFormatConversionException unknown(int place) {
        char c = place < format.length() ? format.charAt(place) : '%';
        return new UnknownFormatConversionException(String.valueOf(c));
    }

    private char peek() {
        return at < format.length() ? format.charAt(at) : 0;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    /** The digits from here on, of which there may be none. */
    private String readNumber() {
        int start = at;
        while (isDigit(peek())) {
            at++;
        }
        return format.substring(start, at);
    }

    private static int index(String digits) {
        int index;
        try {
            index = Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            throw new IllegalFormatArgumentIndexException(Integer.MIN_VALUE);
        }
        if (index == 0) {
            throw new IllegalFormatArgumentIndexException(index);
        }
        return index;
    }

    private static int width(String digits) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            throw new IllegalFormatWidthException(Integer.MIN_VALUE);
        }
    }

    private static int precision(String digits) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            throw new IllegalFormatPrecisionException(Integer.MIN_VALUE);
        }
    }

    private void readFlags(int start, int end) {
        for (int i = start; i < end; i++) {
            char flag = format.charAt(i);
            if (has(flag)) {
                throw new DuplicateFormatFlagsException(String.valueOf(flag));
            }
            flags = flags + flag;
        }
        if (has('<')) {
            argument = LAST;
        }
    }

    boolean has(char flag) {
        return flags.indexOf(flag) >= 0;
    }

    /** Refuses the combinations that no conversion allows. */
    void check() {
        switch (conversion) {
            case 'd', 'o', 'x' -> checkInteger();
            case 'e', 'f', 'g', 'a' -> checkFloat();
            case 'c' -> {
                refusePrecision();
                refuse("#+ 0,(");
                requireWidth();
            }
            case 'n' -> {
                refusePrecision();
                if (width >= 0) {
                    throw new IllegalFormatWidthException(width);
                }
                if (!flags.isEmpty()) {
                    throw new IllegalFormatFlagsException(ordered());
                }
            }
            case '%' -> {
                refusePrecision();
                if (!flags.isEmpty() && !flags.equals("-")) {
                    throw new IllegalFormatFlagsException(ordered());
                }
                requireWidth();
            }
            default -> {
                if (conversion != 's') {
                    refuse("#");
                }
                requireWidth();
                refuse("+ 0,(");
            }
        }
    }

    private void requireWidth() {
        if (has('-') && width < 0) {
            throw new MissingFormatWidthException(toString());
        }
    }

    private void checkInteger() {
        checkNumeric();
        refusePrecision();
        refuse(conversion == 'd' ? "#" : ",");
    }

    private void checkFloat() {
        checkNumeric();
        if (conversion == 'a') {
            refuse("(,");
        } else if (conversion == 'e') {
            refuse(",");
        } else if (conversion == 'g') {
            refuse("#");
        }
    }

    private void checkNumeric() {
        if ((has('-') || has('0')) && width < 0) {
            throw new MissingFormatWidthException(toString());
        }
        if (has('+') && has(' ') || has('-') && has('0')) {
            throw new IllegalFormatFlagsException(ordered());
        }
    }

    private void refusePrecision() {
        if (precision >= 0) {
            throw new IllegalFormatPrecisionException(precision);
        }
    }

    private void refuse(String unwanted) {
        for (int i = 0; i < unwanted.length(); i++) {
            char flag = unwanted.charAt(i);
            if (has(flag)) {
                throw new FormatFlagsConversionMismatchException(String.valueOf(flag), conversion);
            }
        }
    }

    /** The flags in the order in which messages name them. */
    private String ordered() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < FLAGS.length(); i++) {
            if (has(FLAGS.charAt(i))) {
                text.append(FLAGS.charAt(i));
            }
        }
        return text.toString();
    }

    /** The specifier as messages show it. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("%").append(ordered());
        if (argument > 0) {
            text.append(argument).append('$');
        }
        if (width >= 0) {
            text.append(width);
        }
        if (precision >= 0) {
            text.append('.').append(precision);
        }
        return text.append(upper ? (char) (conversion - 'a' + 'A') : conversion).toString();
    }
}
