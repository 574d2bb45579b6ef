package java.util.concurrent;

import concrex.Vm;
import java.io.Serializable;
import java.util.AbstractCollection;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A table of chains for the only thread, in the same order as the library's. What the library turns into a tree has an
 * order that is not followed, and neither is an iterator that has a smaller table than the map.
 */
public class ConcurrentHashMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V>, Serializable {
    private static final int LARGEST = 1 << 30;
    /** A chain of this length makes a small table larger, and is made a tree in a large one. */
    private static final int LONG_CHAIN = 8;

    private static final int SMALL_TABLE = 64;

    private Node<K, V>[] table;
    private int capacity = 16;
    private int size;
    private boolean hasTrees;
    /** Whether a function runs that computes a value of this map, and keeps other changes away from some of its keys. */
    private boolean isComputing;

    private static final class Node<K, V> implements Map.Entry<K, V> {
        final int hash;
        final K key;
        V value;
        Node<K, V> next;

        Node(int hash, K key, V value, Node<K, V> next) {
            this.hash = hash;
            this.key = key;
            this.value = value;
            this.next = next;
        }

        @Override
        public K getKey() {
            return key;
        }

        @Override
        public V getValue() {
            return value;
        }

        @Override
        public V setValue(V newValue) {
            throw new UnsupportedOperationException();
        }
    }

    public ConcurrentHashMap() {}

    public ConcurrentHashMap(int capacity) {
        this(capacity, 0.75f, 1);
    }

    public ConcurrentHashMap(int capacity, float loadFactor) {
        this(capacity, loadFactor, 1);
    }

    public ConcurrentHashMap(int capacity, float loadFactor, int concurrency) {
        if (!(loadFactor > 0) || capacity < 0 || concurrency <= 0) {
            throw new IllegalArgumentException();
        }
        long wanted = (long) (1.0 + Math.max(capacity, concurrency) / loadFactor);
        this.capacity = wanted >= LARGEST ? LARGEST : powerOfTwo((int) wanted);
    }

    public ConcurrentHashMap(Map<? extends K, ? extends V> m) {
        putAll(m);
    }

    private static int powerOfTwo(int atLeast) {
        int power = 1;
        while (power < atLeast) {
            power <<= 1;
        }
        return power;
    }

    private static int hash(Object key) {
        int hash = key.hashCode();
        return (hash ^ hash >>> 16) & 0x7fffffff;
    }

    private Node<K, V> find(Object key) {
        int hash = hash(key);
        if (table == null) {
            return null;
        }
        for (Node<K, V> node = table[hash & table.length - 1]; node != null; node = node.next) {
            if (node.hash == hash && (node.key == key || key.equals(node.key))) {
                return node;
            }
        }
        return null;
    }

    @SuppressWarnings("unchecked")
    private void allocate(int length) {
        table = (Node<K, V>[]) new Node<?, ?>[length];
    }

    /** Before every change: which keys the library keeps it away from is not followed. */
    private void change() {
        if (isComputing) {
            Vm.unsupported("a ConcurrentHashMap that changes while it computes a value");
        }
    }

    private <T> V computed(Function<? super T, ? extends V> function, T key) {
        isComputing = true;
        try {
            return function.apply(key);
        } finally {
            isComputing = false;
        }
    }

    private <A, B> V computed(BiFunction<? super A, ? super B, ? extends V> function, A first, B second) {
        isComputing = true;
        try {
            return function.apply(first, second);
        } finally {
            isComputing = false;
        }
    }

    private void insert(K key, V value) {
        if (table == null) {
            allocate(capacity);
        }
        int hash = hash(key);
        Node<K, V> added = new Node<>(hash, key, value, null);
        int index = hash & table.length - 1;
        if (table[index] == null) {
            table[index] = added;
        } else {
            Node<K, V> last = table[index];
            int length = 1;
            while (last.next != null) {
                last = last.next;
                length++;
            }
            last.next = added;
            passed(length);
        }
        size++;
        while (size >= table.length - (table.length >>> 2) && table.length < LARGEST) {
            grow();
        }
    }

    /** A change came by this many nodes of a chain. */
    private void passed(int nodes) {
        if (nodes >= LONG_CHAIN && table.length < SMALL_TABLE) {
            presize(2 * table.length);
        } else if (nodes >= LONG_CHAIN) {
            hasTrees = true;
        }
    }

    /** A change found the key there already. */
    private void passedTo(Node<K, V> node) {
        int nodes = 1;
        for (Node<K, V> before = table[node.hash & table.length - 1]; before != node; before = before.next) {
            nodes++;
        }
        passed(nodes);
    }

    @SuppressWarnings("unchecked")
    private void grow() {
        Node<K, V>[] larger = (Node<K, V>[]) new Node<?, ?>[2 * table.length];
        for (int i = 0; i < table.length; i++) {
            if (table[i] != null) {
                split(table[i], i, larger);
            }
        }
        table = larger;
    }

    /** The longest end of a chain that stays together keeps its order, what is before it is reversed. */
    private void split(Node<K, V> chain, int index, Node<K, V>[] larger) {
        Node<K, V> end = chain;
        for (Node<K, V> node = chain.next; node != null; node = node.next) {
            if ((node.hash & table.length) != (end.hash & table.length)) {
                end = node;
            }
        }
        boolean endIsHigh = (end.hash & table.length) != 0;
        Node<K, V> low = endIsHigh ? null : end;
        Node<K, V> high = endIsHigh ? end : null;
        for (Node<K, V> node = chain; node != end; ) {
            Node<K, V> next = node.next;
            if ((node.hash & table.length) == 0) {
                node.next = low;
                low = node;
            } else {
                node.next = high;
                high = node;
            }
            node = next;
        }
        larger[index] = low;
        larger[index + table.length] = high;
    }

    private void delete(Node<K, V> node) {
        int index = node.hash & table.length - 1;
        if (table[index] == node) {
            table[index] = node.next;
        } else {
            Node<K, V> before = table[index];
            while (before.next != node) {
                before = before.next;
            }
            before.next = node.next;
        }
        size--;
    }

    private static void requireNonNull(Object key, Object other) {
        if (key == null || other == null) {
            throw new NullPointerException();
        }
    }

    @Override
    public int size() {
        return size;
    }

    public long mappingCount() {
        return size;
    }

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    @Override
    public V get(Object key) {
        Node<K, V> node = find(key);
        return node == null ? null : node.value;
    }

    @Override
    public V getOrDefault(Object key, V otherwise) {
        Node<K, V> node = find(key);
        return node == null ? otherwise : node.value;
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    @Override
    public boolean containsValue(Object value) {
        if (value == null) {
            throw new NullPointerException();
        }
        return super.containsValue(value);
    }

    public boolean contains(Object value) {
        return containsValue(value);
    }

    @Override
    public V put(K key, V value) {
        requireNonNull(key, value);
        change();
        Node<K, V> node = find(key);
        if (node == null) {
            insert(key, value);
            return null;
        }
        V old = node.value;
        node.value = value;
        passedTo(node);
        return old;
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> m) {
        presize(m.size());
        for (Map.Entry<? extends K, ? extends V> entry : m.entrySet()) {
            put(entry.getKey(), entry.getValue());
        }
    }

    private void presize(int more) {
        change();
        int wanted = powerOfTwo(more + (more >>> 1) + 1);
        if (table == null) {
            allocate(Math.max(capacity, wanted));
        }
        while (table.length - (table.length >>> 2) < wanted) {
            grow();
        }
    }

    @Override
    public V putIfAbsent(K key, V value) {
        requireNonNull(key, value);
        change();
        Node<K, V> node = find(key);
        if (node == null) {
            insert(key, value);
            return null;
        }
        passedTo(node);
        return node.value;
    }

    @Override
    public V remove(Object key) {
        change();
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        delete(node);
        return node.value;
    }

    @Override
    public boolean remove(Object key, Object value) {
        if (key == null) {
            throw new NullPointerException();
        }
        change();
        Node<K, V> node = find(key);
        if (node == null || value == null || !value.equals(node.value)) {
            return false;
        }
        delete(node);
        return true;
    }

    @Override
    public boolean replace(K key, V oldValue, V newValue) {
        requireNonNull(oldValue, newValue);
        change();
        Node<K, V> node = find(key);
        if (node == null || !oldValue.equals(node.value)) {
            return false;
        }
        node.value = newValue;
        return true;
    }

    @Override
    public V replace(K key, V value) {
        requireNonNull(key, value);
        change();
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        V old = node.value;
        node.value = value;
        return old;
    }

    @Override
    public void clear() {
        change();
        for (Iterator<Node<K, V>> nodes = new Nodes(); nodes.hasNext(); ) {
            delete(nodes.next());
        }
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        for (Map.Entry<K, V> entry : entrySet()) {
            action.accept(entry.getKey(), entry.getValue());
        }
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        change();
        for (Iterator<Node<K, V>> nodes = new Nodes(); nodes.hasNext(); ) {
            Node<K, V> node = nodes.next();
            V value = function.apply(node.key, node.value);
            requireNonNull(node.key, value);
            node.value = value;
        }
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        requireNonNull(key, function);
        change();
        Node<K, V> node = find(key);
        if (node != null) {
            passedTo(node);
            return node.value;
        }
        V value = computed(function, key);
        if (value != null) {
            insert(key, value);
        }
        return value;
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        requireNonNull(key, function);
        change();
        Node<K, V> node = find(key);
        return node == null ? null : store(node, computed(function, key, node.value));
    }

    /** Gives a key its new value, which is none if it is null. */
    private V store(Node<K, V> node, V value) {
        if (value == null) {
            delete(node);
        } else {
            node.value = value;
        }
        return value;
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        requireNonNull(key, function);
        change();
        Node<K, V> node = find(key);
        if (node != null) {
            passedTo(node);
            return store(node, computed(function, key, node.value));
        }
        V value = computed(function, key, null);
        if (value != null) {
            insert(key, value);
        }
        return value;
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        requireNonNull(key, value);
        requireNonNull(key, function);
        change();
        Node<K, V> node = find(key);
        if (node != null) {
            passedTo(node);
            return store(node, computed(function, node.value, value));
        }
        insert(key, value);
        return value;
    }

    public Enumeration<K> keys() {
        return Collections.enumeration(keySet());
    }

    public Enumeration<V> elements() {
        return Collections.enumeration(values());
    }

    @Override
    public KeySetView<K, V> keySet() {
        return new KeySetView<>(this, null);
    }

    public KeySetView<K, V> keySet(V mapped) {
        if (mapped == null) {
            throw new NullPointerException();
        }
        return new KeySetView<>(this, mapped);
    }

    public static <T> KeySetView<T, Boolean> newKeySet() {
        return new KeySetView<>(new ConcurrentHashMap<>(), Boolean.TRUE);
    }

    public static <T> KeySetView<T, Boolean> newKeySet(int capacity) {
        return new KeySetView<>(new ConcurrentHashMap<>(capacity), Boolean.TRUE);
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new EntrySetView<>(this);
    }

    @Override
    public Collection<V> values() {
        return new ValuesView<>(this);
    }

    /** How many there are is not known to a stream of them, since it could change. */
    private static <E> Spliterator<E> spliterator(Collection<E> view, int characteristics) {
        return Spliterators.spliterator(
                view.iterator(), view.size(), characteristics | Spliterator.CONCURRENT | Spliterator.NONNULL);
    }

    private static boolean containsAll(Collection<?> view, Collection<?> elements) {
        if (elements != view) {
            for (Object element : elements) {
                if (element == null || !view.contains(element)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean removeAll(Collection<?> view, Collection<?> elements) {
        if (elements == null) {
            throw new NullPointerException();
        }
        boolean changed = false;
        if (table == null) {
            return false;
        } else if (elements instanceof Set && elements.size() > table.length) {
            for (Iterator<?> own = view.iterator(); own.hasNext(); ) {
                if (elements.contains(own.next())) {
                    own.remove();
                    changed = true;
                }
            }
        } else {
            for (Object element : elements) {
                changed |= view.remove(element);
            }
        }
        return changed;
    }

    private static final class EntrySetView<K, V> extends AbstractSet<Map.Entry<K, V>> implements Serializable {
        private final ConcurrentHashMap<K, V> map;

        EntrySetView(ConcurrentHashMap<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size;
        }

        @Override
        public boolean contains(Object o) {
            if (!(o instanceof Map.Entry<?, ?> entry) || entry.getKey() == null) {
                return false;
            }
            Object value = entry.getValue();
            V own = map.get(entry.getKey());
            return own != null && value != null && value.equals(own);
        }

        @Override
        public boolean remove(Object o) {
            return o instanceof Map.Entry<?, ?> entry
                    && entry.getKey() != null
                    && entry.getValue() != null
                    && map.remove(entry.getKey(), entry.getValue());
        }

        @Override
        public boolean add(Map.Entry<K, V> entry) {
            return map.put(entry.getKey(), entry.getValue()) == null;
        }

        @Override
        public boolean containsAll(Collection<?> elements) {
            return ConcurrentHashMap.containsAll(this, elements);
        }

        @Override
        public boolean removeAll(Collection<?> elements) {
            return map.removeAll(this, elements);
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public Spliterator<Map.Entry<K, V>> spliterator() {
            return ConcurrentHashMap.spliterator(this, Spliterator.DISTINCT);
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            ConcurrentHashMap<K, V>.Nodes nodes = map.new Nodes();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return nodes.hasNext();
                }

                @Override
                public Map.Entry<K, V> next() {
                    return new Live<>(map, nodes.next());
                }

                @Override
                public void remove() {
                    nodes.remove();
                }
            };
        }
    }

    private static final class ValuesView<K, V> extends AbstractCollection<V> implements Serializable {
        private final ConcurrentHashMap<K, V> map;

        ValuesView(ConcurrentHashMap<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size;
        }

        @Override
        public boolean contains(Object o) {
            return map.containsValue(o);
        }

        @Override
        public boolean remove(Object o) {
            if (o != null) {
                for (Iterator<V> values = iterator(); values.hasNext(); ) {
                    if (o.equals(values.next())) {
                        values.remove();
                        return true;
                    }
                }
            }
            return false;
        }

        @Override
        public boolean add(V value) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean addAll(Collection<? extends V> values) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean containsAll(Collection<?> elements) {
            return ConcurrentHashMap.containsAll(this, elements);
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public Spliterator<V> spliterator() {
            return ConcurrentHashMap.spliterator(this, 0);
        }

        @Override
        public Iterator<V> iterator() {
            ConcurrentHashMap<K, V>.Nodes nodes = map.new Nodes();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return nodes.hasNext();
                }

                @Override
                public V next() {
                    return nodes.next().value;
                }

                @Override
                public void remove() {
                    nodes.remove();
                }
            };
        }
    }

    /** An entry as it was, that writes through to the map. */
    private static final class Live<K, V> extends AbstractMap.SimpleEntry<K, V> {
        private final ConcurrentHashMap<K, V> map;

        Live(ConcurrentHashMap<K, V> map, Node<K, V> node) {
            super(node.key, node.value);
            this.map = map;
        }

        @Override
        public V setValue(V value) {
            V old = super.setValue(value);
            map.put(getKey(), value);
            return old;
        }
    }

    private final class Nodes implements Iterator<Node<K, V>> {
        private final Node<K, V>[] nodes = table;
        private int index;
        private Node<K, V> next;
        private Node<K, V> last;

        Nodes() {
            advance();
        }

        private void advance() {
            if (hasTrees) {
                Vm.unsupported("the order of a ConcurrentHashMap in which many keys collide");
            }
            if (nodes != null && nodes != table) {
                Vm.unsupported("a ConcurrentHashMap that grows while it is iterated over");
            }
            if (next != null) {
                next = next.next;
            }
            while (next == null && nodes != null && index < nodes.length) {
                next = nodes[index++];
            }
        }

        @Override
        public boolean hasNext() {
            return next != null;
        }

        @Override
        public Node<K, V> next() {
            if (next == null) {
                throw new NoSuchElementException();
            }
            last = next;
            advance();
            return last;
        }

        @Override
        public void remove() {
            if (last == null) {
                throw new IllegalStateException();
            }
            ConcurrentHashMap.this.remove(last.key);
            last = null;
        }
    }

    /** The keys, to which keys can be added if there is a value for them. */
    public static final class KeySetView<K, V> extends AbstractSet<K> implements Serializable {
        private final ConcurrentHashMap<K, V> map;
        private final V mapped;

        KeySetView(ConcurrentHashMap<K, V> map, V mapped) {
            this.map = map;
            this.mapped = mapped;
        }

        public ConcurrentHashMap<K, V> getMap() {
            return map;
        }

        public V getMappedValue() {
            return mapped;
        }

        @Override
        public int size() {
            return map.size;
        }

        @Override
        public boolean contains(Object o) {
            return map.containsKey(o);
        }

        @Override
        public boolean add(K key) {
            if (mapped == null) {
                throw new UnsupportedOperationException();
            }
            return map.putIfAbsent(key, mapped) == null;
        }

        @Override
        public boolean addAll(Collection<? extends K> keys) {
            boolean changed = false;
            for (K key : keys) {
                changed |= add(key);
            }
            return changed;
        }

        @Override
        public boolean remove(Object o) {
            return map.remove(o) != null;
        }

        @Override
        public boolean containsAll(Collection<?> keys) {
            return ConcurrentHashMap.containsAll(this, keys);
        }

        @Override
        public boolean removeAll(Collection<?> keys) {
            return map.removeAll(this, keys);
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public Spliterator<K> spliterator() {
            return ConcurrentHashMap.spliterator(this, Spliterator.DISTINCT);
        }

        @Override
        public Iterator<K> iterator() {
            ConcurrentHashMap<K, V>.Nodes nodes = map.new Nodes();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return nodes.hasNext();
                }

                @Override
                public K next() {
                    return nodes.next().key;
                }

                @Override
                public void remove() {
                    nodes.remove();
                }
            };
        }
    }
}
