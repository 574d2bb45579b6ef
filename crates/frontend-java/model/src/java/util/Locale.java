package java.util;

import concrex.Vm;
import java.io.Serializable;

/** Names of places and languages. Who shows texts or numbers refuses the languages that it does not know. */
public final class Locale implements Cloneable, Serializable {
    public static final Locale ROOT = new Locale("", "");
    public static final Locale ENGLISH = new Locale("en", "");
    public static final Locale FRENCH = new Locale("fr", "");
    public static final Locale GERMAN = new Locale("de", "");
    public static final Locale ITALIAN = new Locale("it", "");
    public static final Locale JAPANESE = new Locale("ja", "");
    public static final Locale KOREAN = new Locale("ko", "");
    public static final Locale CHINESE = new Locale("zh", "");
    public static final Locale US = new Locale("en", "US");
    public static final Locale UK = new Locale("en", "GB");
    public static final Locale CANADA = new Locale("en", "CA");
    public static final Locale FRANCE = new Locale("fr", "FR");
    public static final Locale GERMANY = new Locale("de", "DE");
    public static final Locale ITALY = new Locale("it", "IT");
    public static final Locale JAPAN = new Locale("ja", "JP");
    public static final Locale KOREA = new Locale("ko", "KR");
    public static final Locale CHINA = new Locale("zh", "CN");

    /** Of a language of three letters and a country of two. */
    private static final int LONGEST_TAG = 6;

    private static Locale standard = US;
    /** Whether the program has chosen the default, so that it is not the machine's. */
    private static boolean isChosen;

    private final String language;
    private final String country;
    private final String variant;

    public enum Category {
        DISPLAY,
        FORMAT
    }

    public Locale(String language) {
        this(language, "", "");
    }

    public Locale(String language, String country) {
        this(language, country, "");
    }

    public Locale(String language, String country, String variant) {
        if (language == null || country == null || variant == null) {
            throw new NullPointerException();
        }
        this.language = known(lowered(language));
        this.country = uppered(country);
        this.variant = variant;
        refuseExtensions();
    }

    /** The two locales of old to which the JDK gives another calendar and other digits. */
    private void refuseExtensions() {
        boolean isJapanese = language.equals("ja") && country.equals("JP") && variant.equals("JP");
        boolean isThai = language.equals("th") && country.equals("TH") && variant.equals("TH");
        if (isJapanese || isThai) {
            Vm.unsupported("locales with extensions");
        }
    }

    private static boolean isBetween(char c, char first, char last) {
        return c >= first && c <= last;
    }

    /** With small letters, ASCII only. */
    private static String lowered(String text) {
        char[] characters = text.toCharArray();
        boolean changed = false;
        for (int i = 0; i < characters.length; i++) {
            if (isBetween(characters[i], 'A', 'Z')) {
                characters[i] += 'a' - 'A';
                changed = true;
            }
        }
        return changed ? new String(characters) : text;
    }

    /** With capitals, ASCII only. */
    private static String uppered(String text) {
        char[] characters = text.toCharArray();
        boolean changed = false;
        for (int i = 0; i < characters.length; i++) {
            if (isBetween(characters[i], 'a', 'z')) {
                characters[i] -= 'a' - 'A';
                changed = true;
            }
        }
        return changed ? new String(characters) : text;
    }

    /** The new code of a language that has an old one; and those that {@code String} knows by identity. */
    private static String known(String language) {
        return switch (language) {
            case "iw" -> "he";
            case "ji" -> "yi";
            case "in" -> "id";
            case "tr" -> "tr";
            case "az" -> "az";
            case "lt" -> "lt";
            default -> language;
        };
    }

    public static Locale getDefault() {
        return standard;
    }

    public static Locale getDefault(Category category) {
        return standard;
    }

    public static void setDefault(Locale locale) {
        if (locale == null) {
            throw new NullPointerException("Can't set default locale to NULL");
        }
        standard = locale;
        isChosen = true;
    }

    /** The default is seen by the program. */
    static void show() {
        if (!isChosen) {
            Vm.usually();
        }
    }

    public static Locale forLanguageTag(String s) {
        if (s.length() > LONGEST_TAG) {
            Vm.unsupported("tags of languages with more than a language and a country");
        }
        int dash = s.indexOf('-');
        String language = dash < 0 ? s : s.substring(0, dash);
        String country = dash < 0 ? "" : s.substring(dash + 1);
        if (!isLanguage(language) || dash >= 0 && !isCountry(country)) {
            Vm.unsupported("tags of languages with more than a language and a country");
        }
        language = lowered(language);
        return new Locale(language.equals("und") ? "" : language, country);
    }

    private static boolean isLanguage(String text) {
        return (text.length() == 2 || text.length() == 3) && areLetters(text);
    }

    private static boolean isCountry(String text) {
        return text.length() == 2 && areLetters(text);
    }

    private static boolean areLetters(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!isBetween(c, 'a', 'z') && !isBetween(c, 'A', 'Z')) {
                return false;
            }
        }
        return true;
    }

    public String getLanguage() {
        return language;
    }

    public String getCountry() {
        return country;
    }

    public String getVariant() {
        return variant;
    }

    public String toLanguageTag() {
        boolean isPlain = (language.isEmpty() || isLanguage(language)) && (country.isEmpty() || isCountry(country));
        if (!isPlain || !variant.isEmpty()) {
            Vm.unsupported("tags of languages with more than a language and a country");
        }
        String first = language.isEmpty() ? "und" : language;
        return country.isEmpty() ? first : first + "-" + country;
    }

    @Override
    public String toString() {
        boolean hasVariant = !variant.isEmpty();
        boolean hasLanguage = !language.isEmpty();
        StringBuilder text = new StringBuilder(language);
        if (!country.isEmpty() || hasLanguage && hasVariant) {
            text.append('_').append(country);
        }
        if (hasVariant && (hasLanguage || !country.isEmpty())) {
            text.append('_').append(variant);
        }
        return text.toString();
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Locale other
                && language.equals(other.language)
                && country.equals(other.country)
                && variant.equals(other.variant);
    }

    @Override
    public int hashCode() {
        return (language.hashCode() * 31 * 31 + country.hashCode()) * 31 + variant.hashCode();
    }
}
