package java.util;

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
        readArgumentOrWidth();
        readFlags();
        if (width < 0) {
            width = readNumber();
        }
        if (peek() == '.') {
            at++;
            precision = readNumber();
            if (precision < 0) {
                throw unknown(start);
            }
        }
        conversion = peek();
        if (!isConversion(conversion)) {
            throw unknown(Character.isLetter(conversion) ? at : start);
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

    /** A number that starts with a digit other than 0, or -1. */
    private int readNumber() {
        if (!isDigit(peek())) {
            return -1;
        }
        int number = 0;
        while (isDigit(peek())) {
            number = number * 10 + (peek() - '0');
            at++;
        }
        return number;
    }

    private void readArgumentOrWidth() {
        if (peek() == '0' || !isDigit(peek())) {
            return;
        }
        int number = readNumber();
        if (peek() == '$') {
            at++;
            argument = number;
        } else {
            width = number;
        }
    }

    private void readFlags() {
        if (width >= 0) {
            return;
        }
        while (at < format.length() && FLAGS.indexOf(peek()) >= 0) {
            char flag = peek();
            if (has(flag)) {
                throw new DuplicateFormatFlagsException(String.valueOf(flag));
            }
            flags = flags + flag;
            at++;
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
        if (has('-') && width < 0) {
            throw new MissingFormatWidthException(toString());
        }
        switch (conversion) {
            case 'd', 'o', 'x' -> checkInteger();
            case 'e', 'f', 'g', 'a' -> checkFloat();
            case 'c' -> {
                refusePrecision();
                refuse("#+ 0,(");
            }
            case 'n' -> {
                refusePrecision();
                if (width >= 0) {
                    throw new IllegalFormatWidthException(width);
                }
                if (!flags.isEmpty()) {
                    throw new IllegalFormatFlagsException(flags);
                }
            }
            case '%' -> {
                refusePrecision();
                if (!flags.isEmpty() && !flags.equals("-")) {
                    throw new IllegalFormatFlagsException(flags);
                }
            }
            case 'b', 'h' -> refuse("#+ 0,(");
            default -> refuse("+ 0,(");
        }
    }

    private void checkInteger() {
        checkNumeric();
        refusePrecision();
        refuse(conversion == 'd' ? "#" : ",");
    }

    private void checkFloat() {
        checkNumeric();
        if (conversion == 'e') {
            refuse(",");
        } else if (conversion == 'g') {
            refuse("#");
        }
    }

    private void checkNumeric() {
        if (has('0') && width < 0) {
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
