package java.util;

import static java.lang.Internals.within;

import concrex.Vm;

/** The numbers that {@link Scanner} accepts, as the texts that the parsers of numbers accept. */
final class ScannedNumber {
    private ScannedNumber() {}

    /**
     * The digits and their sign, without separators of groups; null if the token is no integer. Nearly all tokens are
     * told by a question about all their characters at once.
     */
    static String integer(String token, int radix) {
        int length = token.length();
        int comma = 0;
        int wrong = length == 1 ? Character.digit(token.charAt(0), radix) : 0;
        for (int i = 0; i < length; i++) {
            char c = token.charAt(i);
            int digit = Character.digit(c, radix);
            wrong |= i == 0 ? digit & ~within(c, '+', '+') & ~within(c, '-', '-') : digit;
            comma |= within(c, ',', ',');
        }
        if (wrong >= 0) {
            return token;
        }
        if (comma == 0) {
            return null;
        }
        Vm.later();
        return grouped(token, radix);
    }

    private static String grouped(String token, int radix) {
        int start = signLength(token);
        String digits = digits(token.substring(start), radix);
        if (digits == null || digits.isEmpty()) {
            return null;
        }
        return token.charAt(0) == '-' ? "-".concat(digits) : digits;
    }

    /** The number without separators of groups; null if the token is no decimal number. */
    static String decimal(String token) {
        int start = signLength(token);
        String sign = token.charAt(0) == '-' ? "-" : "";
        String rest = token.substring(start);
        refuse(rest);
        if (rest.equals("NaN") || rest.equals("Infinity")) {
            return sign.concat(rest);
        }
        int mantissaEnd = exponentStart(rest);
        int point = rest.indexOf('.');
        int wholeEnd = point < 0 || point > mantissaEnd ? mantissaEnd : point;
        String whole = digits(rest.substring(0, wholeEnd), 10);
        int fractionStart = Math.min(wholeEnd + 1, mantissaEnd);
        boolean hasFraction = isDigits(rest, fractionStart, mantissaEnd);
        if (whole == null || !hasFraction && fractionStart < mantissaEnd) {
            return null;
        }
        if (whole.isEmpty() && !hasFraction || !isExponent(rest, mantissaEnd)) {
            return null;
        }
        return sign.concat(whole).concat(rest.substring(wholeEnd));
    }

    /** Other digits, the sign of infinity and hexadecimal numbers are not followed. */
    private static void refuse(String number) {
        for (int i = 0; i < number.length(); i++) {
            if (number.charAt(i) > 127) {
                Vm.unsupported("Scanner on decimal numbers that are not ASCII");
            }
        }
        if (number.startsWith("0x") || number.startsWith("0X")) {
            Vm.unsupported("Scanner on hexadecimal numbers with a fraction");
        }
    }

    /** Whether what {@link #decimal} gave is NaN or an infinity, which only floating-point types have. */
    static boolean isNonNumber(String number) {
        return number.endsWith("NaN") || number.endsWith("Infinity");
    }

    private static int signLength(String token) {
        char first = token.charAt(0);
        return first == '-' || first == '+' ? 1 : 0;
    }

    private static int exponentStart(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 'e' || c == 'E') {
                return i;
            }
        }
        return text.length();
    }

    private static boolean isExponent(String text, int start) {
        if (start == text.length()) {
            return true;
        }
        int digits = start + 1;
        if (digits < text.length() && (text.charAt(digits) == '-' || text.charAt(digits) == '+')) {
            digits++;
        }
        return isDigits(text, digits, text.length());
    }

    private static boolean isDigits(String text, int start, int end) {
        for (int i = start; i < end; i++) {
            if (Character.digit(text.charAt(i), 10) < 0) {
                return false;
            }
        }
        return start < end;
    }

    /** Plain digits, or groups of three after one to three; null if it is neither. */
    private static String digits(String text, int radix) {
        int comma = text.indexOf(',');
        if (comma < 0) {
            return areDigits(text, radix) ? text : null;
        }
        if (comma == 0 || comma > 3 || text.charAt(0) == '0') {
            return null;
        }
        StringBuilder digits = new StringBuilder(text.substring(0, comma));
        for (int at = comma; at < text.length(); at += 4) {
            if (text.charAt(at) != ',' || at + 4 > text.length()) {
                return null;
            }
            digits.append(text, at + 1, at + 4);
        }
        return areDigits(digits.toString(), radix) ? digits.toString() : null;
    }

    private static boolean areDigits(String text, int radix) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.digit(text.charAt(i), radix) < 0) {
                return false;
            }
        }
        return true;
    }
}
