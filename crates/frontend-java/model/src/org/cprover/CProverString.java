package org.cprover;

import concrex.Vm;

/** JBMC's own names of what strings do. Indices outside a string raise no exceptions here. */
public final class CProverString {
    private CProverString() {}

    private static void require(boolean inside) {
        if (!inside) {
            Vm.unsupported("CProverString with an index outside the string");
        }
    }

    private static int clamp(int index, int length) {
        return index < 0 ? 0 : index > length ? length : index;
    }

    public static char charAt(String s, int index) {
        return index < 0 || index >= s.length() ? 0 : s.charAt(index);
    }

    public static char charAt(StringBuffer s, int index) {
        return index < 0 || index >= s.length() ? 0 : s.charAt(index);
    }

    public static int codePointAt(String s, int index) {
        require(index >= 0 && index < s.length());
        return s.codePointAt(index);
    }

    public static int codePointBefore(String s, int index) {
        require(index > 0 && index <= s.length());
        return s.codePointBefore(index);
    }

    public static int codePointCount(String s, int start, int end) {
        require(start >= 0 && start <= end && end <= s.length());
        return s.codePointCount(start, end);
    }

    public static int offsetByCodePoints(String s, int index, int offset) {
        require(index >= 0 && index <= s.length());
        return s.offsetByCodePoints(index, offset);
    }

    public static String substring(String s, int start) {
        return s.substring(clamp(start, s.length()));
    }

    public static String substring(String s, int start, int end) {
        int first = clamp(start, s.length());
        int last = clamp(end, s.length());
        return first >= last ? "" : s.substring(first, last);
    }

    public static String substring(StringBuffer s, int start, int end) {
        return substring(s.toString(), start, end);
    }

    public static CharSequence subSequence(String s, int start, int end) {
        return substring(s, start, end);
    }

    public static StringBuilder append(StringBuilder s, CharSequence text, int start, int end) {
        return s.append(substring(String.valueOf(text), start, end));
    }

    public static StringBuilder delete(StringBuilder s, int start, int end) {
        require(start >= 0 && start <= end && start <= s.length());
        return s.delete(start, end);
    }

    public static StringBuffer delete(StringBuffer s, int start, int end) {
        require(start >= 0 && start <= end && start <= s.length());
        return s.delete(start, end);
    }

    public static StringBuilder deleteCharAt(StringBuilder s, int index) {
        require(index >= 0 && index < s.length());
        return s.deleteCharAt(index);
    }

    public static StringBuffer deleteCharAt(StringBuffer s, int index) {
        require(index >= 0 && index < s.length());
        return s.deleteCharAt(index);
    }

    public static boolean equals(String a, String b) {
        return a == null ? b == null : a.equals(b);
    }

    public static StringBuilder insert(StringBuilder s, int offset, String text) {
        require(offset >= 0 && offset <= s.length());
        return s.insert(offset, text);
    }

    public static StringBuilder insert(StringBuilder s, int offset, int value) {
        require(offset >= 0 && offset <= s.length());
        return s.insert(offset, value);
    }

    public static StringBuffer insert(StringBuffer s, int offset, String text) {
        require(offset >= 0 && offset <= s.length());
        return s.insert(offset, text);
    }

    public static StringBuffer insert(StringBuffer s, int offset, boolean value) {
        require(offset >= 0 && offset <= s.length());
        return s.insert(offset, value);
    }

    public static StringBuffer insert(StringBuffer s, int offset, char value) {
        require(offset >= 0 && offset <= s.length());
        return s.insert(offset, value);
    }

    public static StringBuffer insert(StringBuffer s, int offset, int value) {
        require(offset >= 0 && offset <= s.length());
        return s.insert(offset, value);
    }

    public static StringBuffer insert(StringBuffer s, int offset, long value) {
        require(offset >= 0 && offset <= s.length());
        return s.insert(offset, value);
    }

    public static void setLength(StringBuffer s, int length) {
        require(length >= 0);
        s.setLength(length);
    }

    public static void setLength(StringBuilder s, int length) {
        require(length >= 0);
        s.setLength(length);
    }

    public static void setCharAt(StringBuffer s, int index, char c) {
        require(index >= 0 && index < s.length());
        s.setCharAt(index, c);
    }

    public static void setCharAt(StringBuilder s, int index, char c) {
        require(index >= 0 && index < s.length());
        s.setCharAt(index, c);
    }

    public static String ofCharArray(char[] chars, int offset, int count) {
        CProver.assume(chars != null);
        CProver.assume(chars.length - count >= offset && offset >= 0 && count >= 0);
        return new String(chars, offset, count);
    }

    public static String toString(int value) {
        return Integer.toString(value);
    }

    public static String toString(int value, int radix) {
        return Integer.toString(value, radix);
    }

    public static String toString(long value) {
        return Long.toString(value);
    }

    public static String toString(long value, int radix) {
        return Long.toString(value, radix);
    }

    public static String toString(float value) {
        return Float.toString(value);
    }

    public static String toString(double value) {
        return Float.toString((float) value);
    }

    public static int parseInt(String s, int radix) {
        return Integer.parseInt(s, radix);
    }

    public static long parseLong(String s, int radix) {
        return Long.parseLong(s, radix);
    }
}
