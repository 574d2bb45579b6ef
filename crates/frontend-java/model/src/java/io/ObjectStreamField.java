package java.io;

/** A field as serialisation would see it; only the library's own declarations make them. */
public class ObjectStreamField implements Comparable<Object> {
    private final String name;
    private final Class<?> type;

    public ObjectStreamField(String name, Class<?> type) {
        this(name, type, false);
    }

    public ObjectStreamField(String name, Class<?> type, boolean unshared) {
        this.name = name;
        this.type = type;
    }

    public String getName() {
        return name;
    }

    public Class<?> getType() {
        return type;
    }

    public boolean isPrimitive() {
        return type.isPrimitive();
    }

    @Override
    public int compareTo(Object o) {
        ObjectStreamField other = (ObjectStreamField) o;
        if (isPrimitive() != other.isPrimitive()) {
            return isPrimitive() ? -1 : 1;
        }
        return name.compareTo(other.name);
    }
}
