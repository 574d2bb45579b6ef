package concrex;

/** Why a cast failed. */
final class CastMessage extends Message {
    private final Class<?> from;
    private final Class<?> to;

    CastMessage(Class<?> from, Class<?> to) {
        this.from = from;
        this.to = to;
    }

    @Override
    public String text() {
        String fromName = from.getName();
        String toName = to.getName();
        String fromPlace = place(from);
        String toPlace = place(to);
        String where = fromPlace.equals(toPlace)
                ? fromName + " and " + toName + " are in " + fromPlace
                : fromName + " is in " + fromPlace + "; " + toName + " is in " + toPlace;
        return "class " + fromName + " cannot be cast to class " + toName + " (" + where + ")";
    }

    private static String place(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        boolean library = element.isPrimitive() || Trace.isLibrary(element.getName());
        return library ? "module java.base of loader 'bootstrap'" : "unnamed module of loader 'app'";
    }
}
