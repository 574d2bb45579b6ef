package java.util;

import concrex.Message;
import concrex.Vm;
import java.io.Serializable;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * What {@code List.of}, {@code Set.of} and {@code Map.of} give. The order of sets and maps is arbitrary, but the
 * same throughout an execution; it is chosen when somebody first asks for it.
 */
class ImmutableCollections {
    static final ListN<?> EMPTY_LIST = new ListN<>(new Object[0], false);
    static final ListN<?> EMPTY_LIST_NULLS = new ListN<>(new Object[0], true);
    static final SetN<?> EMPTY_SET = new SetN<>();
    static final MapN<?, ?> EMPTY_MAP = new MapN<>();

    private static boolean orderIsChosen;
    private static long salt;
    private static boolean reverse;

    private ImmutableCollections() {}

    private static void chooseOrder() {
        if (!orderIsChosen) {
            int bits = Vm.unspecified();
            salt = bits & 0xffffffffL;
            reverse = (bits & 1) == 0;
            orderIsChosen = true;
        }
    }

    /** An arbitrary index. */
    private static int start(int length) {
        return (int) (salt * length >>> 32);
    }

    static UnsupportedOperationException uoe() {
        return new UnsupportedOperationException();
    }

    @SuppressWarnings("unchecked")
    static <E> List<E> listCopy(Collection<? extends E> coll) {
        if (coll instanceof List12 || coll instanceof ListN<?> list && !list.allowNulls) {
            return (List<E>) coll;
        }
        return (List<E>) List.of(coll.toArray());
    }

    @SafeVarargs
    @SuppressWarnings("unchecked")
    static <E> List<E> listFromArray(E... elements) {
        Object[] copy = new Object[elements.length];
        for (int i = 0; i < elements.length; i++) {
            copy[i] = Objects.requireNonNull(elements[i]);
        }
        return (List<E>) new ListN<>(copy, false);
    }

    @SuppressWarnings("unchecked")
    static <E> List<E> listFromTrustedArray(Object... elements) {
        for (Object element : elements) {
            Objects.requireNonNull(element);
        }
        switch (elements.length) {
            case 0:
                return (List<E>) EMPTY_LIST;
            case 1:
                return (List<E>) new List12<>(elements[0]);
            case 2:
                return (List<E>) new List12<>(elements[0], elements[1]);
            default:
                return (List<E>) new ListN<>(elements, false);
        }
    }

    @SuppressWarnings("unchecked")
    static <E> List<E> listFromTrustedArrayNullsAllowed(Object... elements) {
        if (elements.length == 0) {
            return (List<E>) EMPTY_LIST_NULLS;
        }
        return (List<E>) new ListN<>(elements, true);
    }

    abstract static class AbstractImmutableCollection<E> extends AbstractCollection<E> {
        @Override
        public boolean add(E e) {
            throw uoe();
        }

        @Override
        public boolean addAll(Collection<? extends E> elements) {
            throw uoe();
        }

        @Override
        public void clear() {
            throw uoe();
        }

        @Override
        public boolean remove(Object o) {
            throw uoe();
        }

        @Override
        public boolean removeAll(Collection<?> elements) {
            throw uoe();
        }

        @Override
        public boolean removeIf(Predicate<? super E> filter) {
            throw uoe();
        }

        @Override
        public boolean retainAll(Collection<?> elements) {
            throw uoe();
        }
    }

    abstract static class AbstractImmutableList<E> extends AbstractImmutableCollection<E>
            implements List<E>, RandomAccess {
        @Override
        public void add(int index, E e) {
            throw uoe();
        }

        @Override
        public boolean addAll(int index, Collection<? extends E> elements) {
            throw uoe();
        }

        @Override
        public E remove(int index) {
            throw uoe();
        }

        @Override
        public void replaceAll(UnaryOperator<E> operator) {
            throw uoe();
        }

        @Override
        public E set(int index, E e) {
            throw uoe();
        }

        @Override
        public void sort(Comparator<? super E> comparator) {
            throw uoe();
        }

        @Override
        public boolean contains(Object o) {
            return indexOf(o) >= 0;
        }

        @Override
        public List<E> subList(int from, int to) {
            checkRange(from, to, size());
            return new SubList<>(this, from, to - from);
        }

        static void checkRange(int from, int to, int size) {
            if (from < 0) {
                throw Message.give(new IndexOutOfBoundsException(), new Message("fromIndex = ", from, ""));
            }
            if (to > size) {
                throw Message.give(new IndexOutOfBoundsException(), new Message("toIndex = ", to, ""));
            }
            if (from > to) {
                throw Message.give(
                        new IllegalArgumentException(), new Message("fromIndex(", from, ") > toIndex(", to, ")"));
            }
        }

        @Override
        public Iterator<E> iterator() {
            return new ListItr<>(this, size());
        }

        @Override
        public ListIterator<E> listIterator() {
            return listIterator(0);
        }

        @Override
        public ListIterator<E> listIterator(int index) {
            int size = size();
            if (index < 0 || index > size) {
                throw outOfBounds(index);
            }
            return new ListItr<>(this, size, index);
        }

        IndexOutOfBoundsException outOfBounds(int index) {
            return Message.give(
                    new IndexOutOfBoundsException(), new Message("Index: ", index, " Size: ", size(), ""));
        }

        @Override
        public boolean equals(Object o) {
            if (o == this) {
                return true;
            }
            if (!(o instanceof List<?> other)) {
                return false;
            }
            Iterator<?> others = other.iterator();
            for (int i = 0, size = size(); i < size; i++) {
                if (!others.hasNext() || !Objects.equals(get(i), others.next())) {
                    return false;
                }
            }
            return !others.hasNext();
        }

        @Override
        public int hashCode() {
            int hash = 1;
            for (int i = 0, size = size(); i < size; i++) {
                hash = 31 * hash + Objects.hashCode(get(i));
            }
            return hash;
        }
    }

    private static final class ListItr<E> implements ListIterator<E> {
        private final List<E> list;
        private final int size;
        /** Whether it may go back as well: what {@code iterator()} gives is refused that, if somebody casts it. */
        private final boolean isListIterator;
        private int next;

        ListItr(List<E> list, int size) {
            this.list = list;
            this.size = size;
            this.isListIterator = false;
        }

        ListItr(List<E> list, int size, int index) {
            this.list = list;
            this.size = size;
            this.next = index;
            this.isListIterator = true;
        }

        @Override
        public boolean hasNext() {
            return next != size;
        }

        @Override
        public E next() {
            if (next == size) {
                throw new NoSuchElementException();
            }
            return list.get(next++);
        }

        @Override
        public void remove() {
            throw uoe();
        }

        private void requireListIterator() {
            if (!isListIterator) {
                throw uoe();
            }
        }

        @Override
        public boolean hasPrevious() {
            requireListIterator();
            return next != 0;
        }

        @Override
        public E previous() {
            requireListIterator();
            if (next == 0) {
                throw new NoSuchElementException();
            }
            return list.get(--next);
        }

        @Override
        public int nextIndex() {
            requireListIterator();
            return next;
        }

        @Override
        public int previousIndex() {
            requireListIterator();
            return next - 1;
        }

        @Override
        public void set(E e) {
            throw uoe();
        }

        @Override
        public void add(E e) {
            throw uoe();
        }
    }

    static final class SubList<E> extends AbstractImmutableList<E> {
        private final AbstractImmutableList<E> root;
        private final int offset;
        private final int size;

        private SubList(AbstractImmutableList<E> root, int offset, int size) {
            this.root = root;
            this.offset = offset;
            this.size = size;
        }

        @Override
        public E get(int index) {
            Objects.checkIndex(index, size);
            return root.get(offset + index);
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public List<E> subList(int from, int to) {
            checkRange(from, to, size);
            return new SubList<>(root, offset + from, to - from);
        }

        private void checkNull(Object o) {
            if (o == null && !(root instanceof ListN<E> list && list.allowNulls)) {
                throw new NullPointerException();
            }
        }

        @Override
        public int indexOf(Object o) {
            checkNull(o);
            for (int i = 0; i < size; i++) {
                if (Objects.equals(o, get(i))) {
                    return i;
                }
            }
            return -1;
        }

        @Override
        public int lastIndexOf(Object o) {
            checkNull(o);
            for (int i = size - 1; i >= 0; i--) {
                if (Objects.equals(o, get(i))) {
                    return i;
                }
            }
            return -1;
        }
    }

    static final class List12<E> extends AbstractImmutableList<E> implements Serializable {
        private final E first;
        private final E second;

        List12(E first) {
            this.first = Objects.requireNonNull(first);
            this.second = null;
        }

        List12(E first, E second) {
            this.first = Objects.requireNonNull(first);
            this.second = Objects.requireNonNull(second);
        }

        @Override
        public int size() {
            return second == null ? 1 : 2;
        }

        @Override
        public boolean isEmpty() {
            return false;
        }

        @Override
        public E get(int index) {
            if (index == 0) {
                return first;
            } else if (index == 1 && second != null) {
                return second;
            }
            throw outOfBounds(index);
        }

        @Override
        public int indexOf(Object o) {
            Objects.requireNonNull(o);
            if (o.equals(first)) {
                return 0;
            }
            return second != null && o.equals(second) ? 1 : -1;
        }

        @Override
        public int lastIndexOf(Object o) {
            Objects.requireNonNull(o);
            if (second != null && o.equals(second)) {
                return 1;
            }
            return o.equals(first) ? 0 : -1;
        }
    }

    static final class ListN<E> extends AbstractImmutableList<E> implements Serializable {
        private final Object[] elements;
        private final boolean allowNulls;

        private ListN(Object[] elements, boolean allowNulls) {
            this.elements = elements;
            this.allowNulls = allowNulls;
        }

        @Override
        public int size() {
            return elements.length;
        }

        @Override
        public boolean isEmpty() {
            return elements.length == 0;
        }

        @Override
        @SuppressWarnings("unchecked")
        public E get(int index) {
            return (E) elements[index];
        }

        /** All at once, as the messages of an array that cannot hold the elements tell. */
        @Override
        public Object[] toArray() {
            return Arrays.copyOf(elements, elements.length);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> T[] toArray(T[] a) {
            int size = elements.length;
            if (a.length < size) {
                return (T[]) Arrays.copyOf(elements, size, a.getClass());
            }
            System.arraycopy(elements, 0, a, 0, size);
            if (a.length > size) {
                a[size] = null;
            }
            return a;
        }

        @Override
        public int indexOf(Object o) {
            checkNull(o);
            for (int i = 0; i < elements.length; i++) {
                if (Objects.equals(o, elements[i])) {
                    return i;
                }
            }
            return -1;
        }

        @Override
        public int lastIndexOf(Object o) {
            checkNull(o);
            for (int i = elements.length - 1; i >= 0; i--) {
                if (Objects.equals(o, elements[i])) {
                    return i;
                }
            }
            return -1;
        }

        private void checkNull(Object o) {
            if (!allowNulls && o == null) {
                throw new NullPointerException();
            }
        }
    }

    abstract static class AbstractImmutableSet<E> extends AbstractImmutableCollection<E> implements Set<E> {
        @Override
        public boolean equals(Object o) {
            if (o == this) {
                return true;
            }
            if (!(o instanceof Set<?> other) || other.size() != size()) {
                return false;
            }
            for (Object element : other) {
                if (element == null || !contains(element)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public abstract int hashCode();
    }

    static final class Set12<E> extends AbstractImmutableSet<E> implements Serializable {
        private final E first;
        private final E second;

        Set12(E first) {
            this.first = Objects.requireNonNull(first);
            this.second = null;
        }

        Set12(E first, E second) {
            if (first.equals(Objects.requireNonNull(second))) {
                throw new IllegalArgumentException("duplicate element: " + first);
            }
            this.first = first;
            this.second = second;
        }

        @Override
        public int size() {
            return second == null ? 1 : 2;
        }

        @Override
        public boolean contains(Object o) {
            return o.equals(first) || second != null && o.equals(second);
        }

        @Override
        public int hashCode() {
            return first.hashCode() + (second == null ? 0 : second.hashCode());
        }

        @Override
        public Iterator<E> iterator() {
            if (second == null) {
                return List.of(first).iterator();
            }
            chooseOrder();
            return reverse ? List.of(second, first).iterator() : List.of(first, second).iterator();
        }
    }

    /** A table with twice as many places as there are elements, each at the first free place after its hash. */
    static final class SetN<E> extends AbstractImmutableSet<E> implements Serializable {
        private final Object[] table;
        private final int size;

        @SafeVarargs
        SetN(E... elements) {
            size = elements.length;
            table = new Object[2 * size];
            for (E element : elements) {
                int place = place(table, element, 1);
                if (place >= 0) {
                    throw new IllegalArgumentException("duplicate element: " + element);
                }
                table[-place - 1] = element;
            }
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public boolean contains(Object o) {
            Objects.requireNonNull(o);
            return size > 0 && place(table, o, 1) >= 0;
        }

        @Override
        public int hashCode() {
            int hash = 0;
            for (Object element : table) {
                if (element != null) {
                    hash += element.hashCode();
                }
            }
            return hash;
        }

        @Override
        @SuppressWarnings("unchecked")
        public Iterator<E> iterator() {
            return (Iterator<E>) new TableIterator(table, size, 1);
        }
    }

    /** Where a key is, or -1 - where it would go; the keys are at multiples of {@code step}. */
    private static int place(Object[] table, Object key, int step) {
        int places = table.length / step;
        int place = Math.floorMod(key.hashCode(), places) * step;
        while (true) {
            Object there = table[place];
            if (there == null) {
                return -place - 1;
            } else if (key.equals(there)) {
                return place;
            }
            place += step;
            if (place == table.length) {
                place = 0;
            }
        }
    }

    /** Goes around a table from an arbitrary place in an arbitrary direction. */
    private static final class TableIterator implements Iterator<Object> {
        private final Object[] table;
        private final int step;
        private int remaining;
        private int place;

        TableIterator(Object[] table, int size, int step) {
            this.table = table;
            this.step = step;
            this.remaining = size;
            if (size > 1) {
                chooseOrder();
                place = start(table.length / step) * step;
            }
        }

        @Override
        public boolean hasNext() {
            return remaining > 0;
        }

        @Override
        public Object next() {
            if (remaining == 0) {
                throw new NoSuchElementException();
            }
            do {
                if (reverse) {
                    place = place + step == table.length ? 0 : place + step;
                } else {
                    place = place == 0 ? table.length - step : place - step;
                }
            } while (table[place] == null);
            remaining--;
            return step == 1 ? table[place] : new KeyValueHolder<>(table[place], table[place + 1]);
        }
    }

    abstract static class AbstractImmutableMap<K, V> extends AbstractMap<K, V> implements Serializable {
        @Override
        public void clear() {
            throw uoe();
        }

        @Override
        public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            throw uoe();
        }

        @Override
        public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
            throw uoe();
        }

        @Override
        public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
            throw uoe();
        }

        @Override
        public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
            throw uoe();
        }

        @Override
        public V put(K key, V value) {
            throw uoe();
        }

        @Override
        public void putAll(Map<? extends K, ? extends V> map) {
            throw uoe();
        }

        @Override
        public V putIfAbsent(K key, V value) {
            throw uoe();
        }

        @Override
        public V remove(Object key) {
            throw uoe();
        }

        @Override
        public boolean remove(Object key, Object value) {
            throw uoe();
        }

        @Override
        public V replace(K key, V value) {
            throw uoe();
        }

        @Override
        public boolean replace(K key, V oldValue, V newValue) {
            throw uoe();
        }

        @Override
        public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
            throw uoe();
        }

        @Override
        public V getOrDefault(Object key, V otherwise) {
            V value = get(key);
            return value == null ? otherwise : value;
        }
    }

    static final class Map1<K, V> extends AbstractImmutableMap<K, V> {
        private final K key;
        private final V value;

        Map1(K key, V value) {
            this.key = Objects.requireNonNull(key);
            this.value = Objects.requireNonNull(value);
        }

        @Override
        public Set<Map.Entry<K, V>> entrySet() {
            return Set.of(new KeyValueHolder<>(key, value));
        }

        @Override
        public V get(Object o) {
            return o.equals(key) ? value : null;
        }

        @Override
        public boolean containsKey(Object o) {
            return o.equals(key);
        }

        @Override
        public boolean containsValue(Object o) {
            return o.equals(value);
        }

        @Override
        public int size() {
            return 1;
        }

        @Override
        public int hashCode() {
            return key.hashCode() ^ value.hashCode();
        }
    }

    /** As {@link SetN}, with each key's value behind it. */
    static final class MapN<K, V> extends AbstractImmutableMap<K, V> {
        private final Object[] table;
        private final int size;

        MapN(Object... keysAndValues) {
            if ((keysAndValues.length & 1) != 0) {
                throw new InternalError("length is odd");
            }
            size = keysAndValues.length / 2;
            table = new Object[2 * keysAndValues.length];
            for (int i = 0; i < keysAndValues.length; i += 2) {
                Object key = Objects.requireNonNull(keysAndValues[i]);
                Object value = Objects.requireNonNull(keysAndValues[i + 1]);
                int place = place(table, key, 2);
                if (place >= 0) {
                    throw new IllegalArgumentException("duplicate key: " + key);
                }
                table[-place - 1] = key;
                table[-place] = value;
            }
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        @SuppressWarnings("unchecked")
        public V get(Object key) {
            Objects.requireNonNull(key);
            if (size == 0) {
                return null;
            }
            int place = place(table, key, 2);
            return place < 0 ? null : (V) table[place + 1];
        }

        @Override
        public boolean containsKey(Object key) {
            return get(key) != null;
        }

        @Override
        public boolean containsValue(Object value) {
            Objects.requireNonNull(value);
            for (int i = 1; i < table.length; i += 2) {
                if (table[i] != null && value.equals(table[i])) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public Set<Map.Entry<K, V>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public int size() {
                    return size;
                }

                @Override
                @SuppressWarnings("unchecked")
                public Iterator<Map.Entry<K, V>> iterator() {
                    return (Iterator<Map.Entry<K, V>>) (Iterator<?>) new TableIterator(table, size, 2);
                }
            };
        }
    }
}
