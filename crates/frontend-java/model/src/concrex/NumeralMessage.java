package concrex;

/** The message of an exception about a text that is no number. */
final class NumeralMessage extends Message {
    private final String text;
    private final int radix;

    NumeralMessage(String text, int radix) {
        this.text = text;
        this.radix = radix;
    }

    @Override
    public String text() {
        String message = "For input string: \"".concat(text).concat("\"");
        return radix == 10 ? message : message + " under radix " + radix;
    }
}
