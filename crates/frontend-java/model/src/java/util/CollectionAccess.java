package java.util;

import jdk.internal.access.JavaUtilCollectionAccess;

/** Opens this package's immutable lists to the rest of the library. */
public final class CollectionAccess implements JavaUtilCollectionAccess {
    @Override
    public <E> List<E> listFromTrustedArray(Object[] array) {
        return ImmutableCollections.listFromTrustedArray(array);
    }

    @Override
    public <E> List<E> listFromTrustedArrayNullsAllowed(Object[] array) {
        return ImmutableCollections.listFromTrustedArrayNullsAllowed(array);
    }
}
