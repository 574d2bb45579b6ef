package java.lang;

import concrex.Vm;
import java.io.InputStream;
import java.io.Serializable;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.net.URL;
import java.util.HashMap;
import java.util.Map;

/** A class as a value. The machine makes these objects, one of each class, and fills in the first fields. */
public final class Class<T> implements Serializable, Type {
    private static final int INTERFACE = 0x200;
    private static final int SYNTHETIC = 0x1000;
    private static final int ANNOTATION = 0x2000;
    private static final int ENUM = 0x4000;
    private static final Class<?>[] NO_CLASSES = new Class<?>[0];

    /** As {@link #getName} gives it: {@code Main}, {@code java.util.Map$Entry}, {@code int}, {@code [I}. */
    private String name;
    /** As {@link #getSimpleName} gives it; not for arrays. */
    private String simpleName;
    /** The class whose member this one is; null for any other. */
    private Class<?> declaringClass;
    /** Of the elements of an array; null for any other class. */
    private Class<?> componentType;
    /** Null for {@code Object}, interfaces and primitive types. */
    private Class<? super T> superclass;
    /** The direct ones; null if there are none. */
    private Class<?>[] interfaces;
    /** The access flags of the class file, those of the attribute InnerClasses where it has them. */
    private int modifiers;
    private boolean primitive;
    private boolean anonymous;
    private boolean local;
    /** Whether its assertions are checked. */
    private boolean assertions;
    /** Made by the JVM for a lambda, with a name that differs from run to run. */
    private boolean hidden;
    /** It, or what is right above it, has type parameters or arguments for some. */
    private boolean generic;

    private T[] enumConstants;
    private Map<String, T> enumDirectory;

    private Class() {}

    public static Class<?> forName(String name) throws ClassNotFoundException {
        Vm.unsupported("Class.forName");
        return null;
    }

    public static Class<?> forName(String name, boolean initialize, ClassLoader loader)
            throws ClassNotFoundException {
        Vm.unsupported("Class.forName");
        return null;
    }

    /** Who asks is about to set {@code Integer.TYPE}, which is what {@code int.class} reads. */
    static Class<?> getPrimitiveClass(String name) {
        switch (name) {
            case "boolean":
                return new boolean[0].getClass().componentType;
            case "byte":
                return new byte[0].getClass().componentType;
            case "char":
                return new char[0].getClass().componentType;
            case "short":
                return new short[0].getClass().componentType;
            case "int":
                return new int[0].getClass().componentType;
            case "long":
                return new long[0].getClass().componentType;
            case "float":
                return new float[0].getClass().componentType;
            case "double":
                return new double[0].getClass().componentType;
            default:
                Vm.unsupported("reflection");
                return null;
        }
    }

    @Override
    public String toString() {
        String kind = isInterface() ? "interface " : isPrimitive() ? "" : "class ";
        return kind.concat(getName());
    }

    public String getName() {
        if (hidden) {
            Vm.unsupported("the name of a lambda's class");
        }
        return name;
    }

    public String getSimpleName() {
        if (hidden) {
            Vm.unsupported("the name of a lambda's class");
        }
        return componentType == null ? simpleName : componentType.getSimpleName().concat("[]");
    }

    @Override
    public String getTypeName() {
        return componentType == null ? getName() : componentType.getTypeName().concat("[]");
    }

    public String getCanonicalName() {
        if (componentType != null) {
            String component = componentType.getCanonicalName();
            return component == null ? null : component.concat("[]");
        }
        if (anonymous || local || hidden) {
            return null;
        }
        if (declaringClass == null) {
            return name;
        }
        String outer = declaringClass.getCanonicalName();
        return outer == null ? null : outer.concat(".").concat(simpleName);
    }

    public String getPackageName() {
        Class<?> element = this;
        while (element.componentType != null) {
            element = element.componentType;
        }
        if (element.primitive) {
            return "java.lang";
        }
        int dot = element.name.lastIndexOf('.');
        return dot < 0 ? "" : element.name.substring(0, dot);
    }

    public boolean isInstance(Object o) {
        return o != null && Vm.isInstance(this, o);
    }

    public boolean isAssignableFrom(Class<?> other) {
        if (other == null) {
            throw new NullPointerException();
        }
        return Vm.isAssignable(this, other);
    }

    @SuppressWarnings("unchecked")
    public T cast(Object o) {
        if (o != null && !Vm.isInstance(this, o)) {
            throw new ClassCastException(
                    "Cannot cast " + o.getClass().getName() + " to " + getName());
        }
        return (T) o;
    }

    @SuppressWarnings("unchecked")
    public <U> Class<? extends U> asSubclass(Class<U> other) {
        if (!other.isAssignableFrom(this)) {
            throw new ClassCastException(toString());
        }
        return (Class<? extends U>) this;
    }

    public boolean isInterface() {
        return (modifiers & INTERFACE) != 0;
    }

    public boolean isArray() {
        return componentType != null;
    }

    public boolean isPrimitive() {
        return primitive;
    }

    public boolean isAnnotation() {
        return (modifiers & ANNOTATION) != 0;
    }

    public boolean isSynthetic() {
        return (modifiers & SYNTHETIC) != 0;
    }

    public boolean isEnum() {
        return (modifiers & ENUM) != 0 && superclass == Enum.class;
    }

    public boolean isRecord() {
        return superclass == Record.class;
    }

    public boolean isAnonymousClass() {
        return anonymous;
    }

    public boolean isLocalClass() {
        return local;
    }

    public boolean isMemberClass() {
        return declaringClass != null;
    }

    public boolean isHidden() {
        return hidden;
    }

    public boolean isSealed() {
        Vm.unsupported("Class.isSealed");
        return false;
    }

    public int getModifiers() {
        return modifiers;
    }

    public Class<? super T> getSuperclass() {
        return superclass;
    }

    public Type getGenericSuperclass() {
        if (generic) {
            Vm.unsupported("reflection");
        }
        return superclass;
    }

    public Class<?>[] getInterfaces() {
        return interfaces == null ? NO_CLASSES : interfaces.clone();
    }

    public Type[] getGenericInterfaces() {
        if (generic) {
            Vm.unsupported("reflection");
        }
        return getInterfaces();
    }

    public Class<?> getDeclaringClass() {
        return declaringClass;
    }

    public Class<?> getEnclosingClass() {
        if (anonymous || local) {
            Vm.unsupported("Class.getEnclosingClass of a local class");
        }
        return declaringClass;
    }

    public Class<?> getComponentType() {
        return componentType;
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }

    public Class<?> componentType() {
        return componentType;
    }

    public Class<?> arrayType() {
        return Vm.newArray(this, 0).getClass();
    }

    public boolean desiredAssertionStatus() {
        if (hidden) {
            Vm.unsupported("reflection");
        }
        return assertions;
    }

    public T[] getEnumConstants() {
        T[] constants = getEnumConstantsShared();
        return constants == null ? null : constants.clone();
    }

    @SuppressWarnings("unchecked")
    T[] getEnumConstantsShared() {
        if (enumConstants == null) {
            enumConstants = (T[]) Vm.enumConstants(this);
        }
        return enumConstants;
    }

    Map<String, T> enumConstantDirectory() {
        if (enumDirectory == null) {
            T[] constants = getEnumConstantsShared();
            if (constants == null) {
                throw new IllegalArgumentException(name + " is not an enum class");
            }
            Map<String, T> directory = new HashMap<>();
            for (T constant : constants) {
                directory.put(((Enum<?>) constant).name(), constant);
            }
            enumDirectory = directory;
        }
        return enumDirectory;
    }

    public ClassLoader getClassLoader() {
        Vm.unsupported("Class.getClassLoader");
        return null;
    }

    public Module getModule() {
        Vm.unsupported("Class.getModule");
        return null;
    }

    public Package getPackage() {
        Vm.unsupported("Class.getPackage");
        return null;
    }

    public InputStream getResourceAsStream(String resource) {
        Vm.unsupported("Class.getResourceAsStream");
        return null;
    }

    public URL getResource(String resource) {
        Vm.unsupported("Class.getResource");
        return null;
    }

    public T newInstance() throws InstantiationException, IllegalAccessException {
        Vm.unsupported("reflection");
        return null;
    }

    public Constructor<T> getConstructor(Class<?>... parameters) throws NoSuchMethodException {
        Vm.unsupported("reflection");
        return null;
    }

    public Constructor<T> getDeclaredConstructor(Class<?>... parameters) throws NoSuchMethodException {
        Vm.unsupported("reflection");
        return null;
    }

    public Constructor<?>[] getConstructors() {
        Vm.unsupported("reflection");
        return null;
    }

    public Constructor<?>[] getDeclaredConstructors() {
        Vm.unsupported("reflection");
        return null;
    }

    public Method getMethod(String method, Class<?>... parameters) throws NoSuchMethodException {
        Vm.unsupported("reflection");
        return null;
    }

    public Method getDeclaredMethod(String method, Class<?>... parameters) throws NoSuchMethodException {
        Vm.unsupported("reflection");
        return null;
    }

    public Method[] getMethods() {
        Vm.unsupported("reflection");
        return null;
    }

    public Method[] getDeclaredMethods() {
        Vm.unsupported("reflection");
        return null;
    }

    public Field getField(String field) throws NoSuchFieldException {
        Vm.unsupported("reflection");
        return null;
    }

    public Field getDeclaredField(String field) throws NoSuchFieldException {
        Vm.unsupported("reflection");
        return null;
    }

    public Field[] getFields() {
        Vm.unsupported("reflection");
        return null;
    }

    public Field[] getDeclaredFields() {
        Vm.unsupported("reflection");
        return null;
    }

    public <A extends Annotation> A getAnnotation(Class<A> annotation) {
        Vm.unsupported("reflection");
        return null;
    }

    public boolean isAnnotationPresent(Class<? extends Annotation> annotation) {
        Vm.unsupported("reflection");
        return false;
    }

    public Annotation[] getAnnotations() {
        Vm.unsupported("reflection");
        return null;
    }
}
