package java.util;

import java.io.Serializable;

/** Names of places and languages. Texts and numbers look as in English everywhere. */
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

    private static Locale standard = US;

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
        this.language = language;
        this.country = country;
        this.variant = variant;
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
    }

    public static Locale forLanguageTag(String tag) {
        int dash = tag.indexOf('-');
        return dash < 0 ? new Locale(tag) : new Locale(tag.substring(0, dash), tag.substring(dash + 1));
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
        if (language.isEmpty()) {
            return "und";
        }
        return country.isEmpty() ? language : language + "-" + country;
    }

    @Override
    public String toString() {
        if (country.isEmpty() && variant.isEmpty()) {
            return language;
        }
        String place = language + "_" + country;
        return variant.isEmpty() ? place : place + "_" + variant;
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
        return (language.hashCode() * 31 + country.hashCode()) * 31 + variant.hashCode();
    }
}
