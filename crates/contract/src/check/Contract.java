/** Sets as contracts know them: of objects, which are the same only if identical, and of numbers. */
static final class ConcrexContract {
    /** An object among the members of a set. */
    static final class Node {
        final Object object;

        Node(Object object) {
            this.object = object;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Node && ((Node) other).object == object;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(object);
        }
    }

    /** What fields and elements hold, now or when the method was called. */
    static final class Heap {
        private final java.util.Map<Object, Object> kept = new java.util.IdentityHashMap<>();

        /** Keeps what can be reached from objects. */
        static Heap of(Object... roots) throws Exception {
            Heap heap = new Heap();
            java.util.ArrayDeque<Object> pending = new java.util.ArrayDeque<>();
            for (Object root : roots) if (root != null) pending.add(root);
            while (!pending.isEmpty()) {
                Object object = pending.pop();
                if (heap.kept.containsKey(object)) continue;
                java.util.List<Object> parts = new java.util.ArrayList<>();
                if (object.getClass().isArray()) {
                    int length = java.lang.reflect.Array.getLength(object);
                    for (int i = 0; i < length; i++) parts.add(java.lang.reflect.Array.get(object, i));
                    heap.kept.put(object, parts);
                } else {
                    java.util.Map<java.lang.reflect.Field, Object> fields = new java.util.HashMap<>();
                    heap.kept.put(object, fields);
                    // The library's own objects are closed, and no contract speaks of their fields.
                    if (object.getClass().getClassLoader() == null) continue;
                    for (Class<?> c = object.getClass(); c != null; c = c.getSuperclass()) {
                        if (c.getClassLoader() == null) break;
                        for (java.lang.reflect.Field field : c.getDeclaredFields()) {
                            if (java.lang.reflect.Modifier.isStatic(field.getModifiers())) continue;
                            field.setAccessible(true);
                            fields.put(field, field.get(object));
                            if (!field.getType().isPrimitive()) parts.add(field.get(object));
                        }
                    }
                }
                for (Object part : parts) if (part != null) pending.add(part);
            }
            return heap;
        }

        boolean has(Object object) {
            return kept.containsKey(object);
        }

        Object field(Object object, java.lang.reflect.Field field) {
            return ((java.util.Map<?, ?>) kept.get(object)).get(field);
        }

        Object element(Object array, int index) {
            return ((java.util.List<?>) kept.get(array)).get(index);
        }
    }

    private static java.util.Set<Object> only(Object member) {
        return java.util.Collections.singleton(member);
    }

    static java.util.Set<Object> none() {
        return new java.util.LinkedHashSet<>();
    }

    /** A number or a truth value. */
    static java.util.Set<Object> of(Object value) {
        java.util.Set<Object> set = none();
        if (value instanceof Boolean) {
            set.add((Boolean) value ? java.math.BigInteger.ONE : java.math.BigInteger.ZERO);
        } else if (value instanceof Character) {
            set.add(java.math.BigInteger.valueOf((Character) value));
        } else if (value instanceof Float || value instanceof Double) {
            set.add(value);
        } else {
            set.add(java.math.BigInteger.valueOf(((Number) value).longValue()));
        }
        return set;
    }

    /** What a reference leads to. */
    static java.util.Set<Object> to(Object value) {
        java.util.Set<Object> set = none();
        if (value != null) set.add(new Node(value));
        return set;
    }

    static java.util.Set<Object> number(String digits) {
        return only(new java.math.BigInteger(digits));
    }

    static java.util.Set<Object> decimal(String digits) {
        return only(new java.math.BigDecimal(digits));
    }

    /** What is in fields, each named `Class#field`; of which heap, or of now if there is none. */
    static java.util.Set<Object> field(Heap heap, java.util.Set<Object> objects, boolean refers,
            String... names) throws Exception {
        java.util.Set<Object> found = none();
        for (Object member : objects) {
            Object object = ((Node) member).object;
            if (heap != null && !heap.has(object)) continue;
            for (String name : names) {
                java.lang.reflect.Field field = find(name);
                if (!field.getDeclaringClass().isInstance(object)) continue;
                Object value = heap == null ? field.get(object) : heap.field(object, field);
                found.addAll(refers ? to(value) : of(value));
            }
        }
        return found;
    }

    static java.util.Set<Object> global(String name, boolean refers) throws Exception {
        Object value = find(name).get(null);
        return refers ? to(value) : of(value);
    }

    private static java.lang.reflect.Field find(String name) throws Exception {
        String[] parts = name.split("#");
        for (Class<?> c = named(parts[0]); c != null; c = c.getSuperclass()) {
            for (java.lang.reflect.Field field : c.getDeclaredFields()) {
                if (field.getName().equals(parts[1])) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(name);
    }

    /** What is reached by following fields one or more times. */
    static java.util.Set<Object> reach(Heap heap, java.util.Set<Object> from, String... names)
            throws Exception {
        java.util.Set<Object> reached = none();
        java.util.Set<Object> next = field(heap, from, true, names);
        while (reached.addAll(next)) next = field(heap, next, true, names);
        return reached;
    }

    static java.util.Set<Object> element(Heap heap, java.util.Set<Object> arrays,
            java.util.Set<Object> indices, boolean refers) {
        java.util.Set<Object> found = none();
        for (Object member : arrays) {
            Object array = ((Node) member).object;
            if (heap != null && !heap.has(array)) continue;
            for (Object index : indices) {
                java.math.BigInteger at = (java.math.BigInteger) index;
                int length = java.lang.reflect.Array.getLength(array);
                if (at.signum() < 0 || at.compareTo(java.math.BigInteger.valueOf(length)) >= 0) continue;
                Object value = heap == null
                        ? java.lang.reflect.Array.get(array, at.intValue())
                        : heap.element(array, at.intValue());
                found.addAll(refers ? to(value) : of(value));
            }
        }
        return found;
    }

    static java.util.Set<Object> length(java.util.Set<Object> arrays) {
        java.util.Set<Object> found = none();
        for (Object member : arrays) {
            found.addAll(of(java.lang.reflect.Array.getLength(((Node) member).object)));
        }
        return found;
    }

    static java.util.Set<Object> count(java.util.Set<Object> set) {
        return of(set.size());
    }

    static java.util.Set<Object> range(java.util.Set<Object> low, java.util.Set<Object> high) {
        java.util.Set<Object> found = none();
        if (low.isEmpty() || high.isEmpty()) return found;
        java.math.BigInteger last = one(high);
        for (java.math.BigInteger i = one(low); i.compareTo(last) <= 0; i = i.add(java.math.BigInteger.ONE)) {
            found.add(i);
        }
        return found;
    }

    static java.util.Set<Object> combine(char operator, java.util.Set<Object> a, java.util.Set<Object> b) {
        java.util.Set<Object> found = new java.util.LinkedHashSet<>(a);
        if (operator == '+') found.addAll(b);
        if (operator == '&') found.retainAll(b);
        if (operator == '-') found.removeAll(b);
        return found;
    }

    static java.util.Set<Object> arithmetic(char operator, java.util.Set<Object> a, java.util.Set<Object> b) {
        if (a.isEmpty() || b.isEmpty()) return none();
        java.math.BigInteger x = one(a);
        java.math.BigInteger y = one(b);
        if ((operator == '/' || operator == '%') && y.signum() == 0) return none();
        switch (operator) {
            case '+': return only(x.add(y));
            case '-': return only(x.subtract(y));
            case '*': return only(x.multiply(y));
            case '/': return only(x.divide(y));
            default: return only(x.remainder(y));
        }
    }

    static java.util.Set<Object> negate(java.util.Set<Object> a) {
        return a.isEmpty() ? none() : only(one(a).negate());
    }

    private static java.math.BigInteger one(java.util.Set<Object> set) {
        return (java.math.BigInteger) set.iterator().next();
    }

    static boolean compare(String how, java.util.Set<Object> a, java.util.Set<Object> b) {
        return !a.isEmpty() && !b.isEmpty() && holds(how, one(a).compareTo(one(b)));
    }

    static boolean compareFloats(String how, boolean single, java.util.Set<Object> a, java.util.Set<Object> b) {
        if (a.isEmpty() || b.isEmpty()) return false;
        double x = rounded(single, a);
        double y = rounded(single, b);
        if (Double.isNaN(x) || Double.isNaN(y)) return how.equals("!=");
        return holds(how, x < y ? -1 : x > y ? 1 : 0);
    }

    private static double rounded(boolean single, java.util.Set<Object> set) {
        Number number = (Number) set.iterator().next();
        return single ? number.floatValue() : number.doubleValue();
    }

    private static boolean holds(String how, int order) {
        switch (how) {
            case "==": return order == 0;
            case "!=": return order != 0;
            case "<": return order < 0;
            case "<=": return order <= 0;
            case ">": return order > 0;
            default: return order >= 0;
        }
    }

    /** What holds of a member of a set, or of a set. */
    interface Claim {
        boolean of(java.util.Set<Object> member) throws Exception;
    }

    static boolean with(java.util.Set<Object> set, Claim claim) throws Exception {
        return claim.of(set);
    }

    static boolean all(java.util.Set<Object> set, Claim claim) throws Exception {
        for (Object member : set) if (!claim.of(only(member))) return false;
        return true;
    }

    static boolean some(java.util.Set<Object> set, Claim claim) throws Exception {
        for (Object member : set) if (claim.of(only(member))) return true;
        return false;
    }
}
