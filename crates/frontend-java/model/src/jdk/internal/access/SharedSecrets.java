package jdk.internal.access;

/** The doors between packages of the library. */
public class SharedSecrets {
    private static final JavaLangAccess LANG = new java.lang.LangAccess();
    private static JavaUtilCollectionAccess collections;

    public static JavaLangAccess getJavaLangAccess() {
        return LANG;
    }

    public static void setJavaUtilCollectionAccess(JavaUtilCollectionAccess access) {
        collections = access;
    }

    public static JavaUtilCollectionAccess getJavaUtilCollectionAccess() {
        if (collections == null) {
            collections = new java.util.CollectionAccess();
        }
        return collections;
    }
}
