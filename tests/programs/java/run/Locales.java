import java.util.Locale;

/** Languages and countries, as they are named and as they change texts. */
public class Locales {
    public static void main(String[] args) {
        Locale[] locales = {
            new Locale("EN", "us"), new Locale("iw"), new Locale("JI", "il"), new Locale("in", "ID"),
            new Locale("", "de"), new Locale("fr", "", "old"), new Locale("", "", "v"), Locale.ROOT, Locale.UK
        };
        for (Locale locale : locales) {
            System.out.println(locale + " " + locale.hashCode() + " " + locale.getLanguage() + " " + locale.getCountry()
                    + " " + locale.getVariant() + " " + locale.equals(Locale.US));
        }
        for (String tag : new String[] {"en", "EN-us", "und", "iw", "und-US"}) {
            System.out.println(Locale.forLanguageTag(tag) + " " + Locale.forLanguageTag(tag).toLanguageTag());
        }
        Locale turkish = new Locale(new String("TR"), "tr");
        System.out.println("title".toUpperCase(turkish).equals("TITLE") + " " + "abc".toLowerCase(turkish).length());
        System.out.println(String.format(turkish, "%S", "i").equals("I"));
        System.out.println(String.format(Locale.UK, "%,d %.2f %X", 1234567, 2.5, 255));
    }
}
