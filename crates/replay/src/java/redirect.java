
    /** What unseeded generators and clocks gave. */
    public static final class Recorded {
        private static final long[] SEEDS = {SEED_VALUES};
        private static final long[] CLOCK = {CLOCK_VALUES};
        private static final java.util.List<Long> seeds = new java.util.ArrayList<>();
        private static int nextClock;
        private static java.util.Random only;
        private static java.util.Random shuffler;

        /** The seed of the next generator, whose first number is below a bound, or any if that is 0. */
        static long seed(int bound) {
            int index = seeds.size();
            long seed = index < SEEDS.length ? SEEDS[index] : missing(bound);
            seeds.add(seed);
            return seed;
        }

MISSING
        private static long clock() {
            if (nextClock == CLOCK.length) throw new Error("no input was recorded");
            return CLOCK[nextClock++];
        }

        public static long currentTimeMillis() {
            return clock();
        }

        public static long nanoTime() {
            return clock();
        }

        public static double random() {
            if (only == null) only = new Unseeded();
            return only.nextDouble();
        }

        public static void shuffle(java.util.List<?> list) {
            if (shuffler == null) shuffler = new Unseeded();
            java.util.Collections.shuffle(list, shuffler);
        }
    }

    /** Stands for a generator that was made without a seed: it has one that makes the program fail. */
    public static final class Unseeded extends java.util.Random {
        /** It has its seed, or the program gave it one. */
        private boolean seeded;

        public Unseeded() {
            super(0);
            seeded = false;
        }

        @Override
        public void setSeed(long seed) {
            super.setSeed(seed);
            seeded = true;
DRAWN_BY_SEED
        }

        private void decide(int bound) {
            if (!seeded) super.setSeed(Recorded.seed(bound));
            seeded = true;
        }

        @Override
        protected int next(int bits) {
            decide(0);
            int result = super.next(bits);
DRAWN_BITS
            return result;
        }
DRAWN_OTHERWISE
    }

    /** Loads the classes of the program with calls of {@link Recorded} where the time or chance was asked. */
    private static final class Redirecting extends ClassLoader {
        private static final String OWN = NAME.class.getName();

        private final ClassLoader platform = ClassLoader.getSystemClassLoader().getParent();

        Redirecting() {
            super(NAME.class.getClassLoader());
            setDefaultAssertionStatus(true);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null) return known;
                if (name.equals(OWN) || name.startsWith(OWN + "$") || name.startsWith("org.junit.")) {
                    return getParent().loadClass(name);
                }
                try {
                    return platform.loadClass(name);
                } catch (ClassNotFoundException e) {
                    // One of the program's own.
                }
                byte[] bytes = redirected(bytes(name));
                return defineClass(name, bytes, 0, bytes.length);
            }
        }

        private byte[] bytes(String name) throws ClassNotFoundException {
            String file = name.replace('.', '/') + ".class";
            try (java.io.InputStream in = getParent().getResourceAsStream(file)) {
                if (in == null) throw new ClassNotFoundException(name);
                java.io.ByteArrayOutputStream all = new java.io.ByteArrayOutputStream();
                for (int b; (b = in.read()) >= 0; ) all.write(b);
                return all.toByteArray();
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        private static byte[] redirected(byte[] bytes) {
            return new ClassFile(bytes).redirect();
        }
    }

    /** A class file whose constants and operands are replaced by others of the same size. */
    private static final class ClassFile {
        private final java.nio.ByteBuffer data;
        private final int[] at;
        private final int end;
        private final java.io.ByteArrayOutputStream added = new java.io.ByteArrayOutputStream();
        private int count;

        ClassFile(byte[] bytes) {
            data = java.nio.ByteBuffer.wrap(bytes);
            count = u2(8);
            at = new int[count];
            int p = 10;
            for (int i = 1; i < count; i++) {
                at[i] = p;
                int tag = data.get(p);
                p += tag == 1 ? 3 + u2(p + 1) : tag == 5 || tag == 6 ? 9 : tag == 15 ? 4
                        : tag == 7 || tag == 8 || tag == 16 || tag == 19 || tag == 20 ? 3 : 5;
                if (tag == 5 || tag == 6) i++;
            }
            end = p;
        }

        private int u2(int p) {
            return data.getShort(p) & 0xffff;
        }

        /** The constants with a tag that the file came with. */
        private int[] constants(int tag) {
            return java.util.stream.IntStream.range(1, at.length)
                    .filter(i -> at[i] != 0 && data.get(at[i]) == tag)
                    .toArray();
        }

        private String text(int constant) {
            int p = at[constant];
            return new String(data.array(), p + 3, u2(p + 1), java.nio.charset.StandardCharsets.UTF_8);
        }

        /** The text that a constant at a place leads to. */
        private String name(int p) {
            return text(u2(at[u2(p)] + 1));
        }

        private int add(int tag, int... parts) {
            added.write(tag);
            for (int part : parts) {
                added.write(part >> 8);
                added.write(part);
            }
            return count++;
        }

        private int addClass(Class<?> type) {
            byte[] name = type.getName().replace('.', '/').getBytes(java.nio.charset.StandardCharsets.UTF_8);
            int text = add(1, name.length);
            added.write(name, 0, name.length);
            return add(7, text);
        }

        byte[] redirect() {
            int recorded = addClass(Recorded.class);
            int unseeded = addClass(Unseeded.class);
            int plain = 0;
            int made = 0;
            for (int i : constants(10)) {
                int nameAndType = at[u2(at[i] + 3)];
                String method = name(at[i] + 1) + "." + text(u2(nameAndType + 1)) + text(u2(nameAndType + 3));
                switch (method) {
                    case "java/lang/System.currentTimeMillis()J":
                    case "java/lang/System.nanoTime()J":
                    case "java/lang/Math.random()D":
                    case "java/util/Collections.shuffle(Ljava/util/List;)V":
                        data.putShort(at[i] + 1, (short) recorded);
                        break;
                    case "java/lang/System.exit(I)V":
                        if (SEARCHES) data.putShort(at[i] + 1, (short) recorded);
                        break;
                    case "java/util/Random.<init>()V":
                        plain = i;
                        made = add(10, unseeded, u2(at[i] + 3));
                        break;
                    default:
                }
            }
            if (made != 0) {
                for (int i : constants(15)) {
                    if (u2(at[i] + 2) == plain) data.putShort(at[i] + 2, (short) made);
                }
                members(members(end + 8 + 2 * u2(end + 6), 0, 0, 0), plain, made, unseeded);
            }
            byte[] old = data.array();
            byte[] more = added.toByteArray();
            byte[] all = new byte[old.length + more.length];
            System.arraycopy(old, 0, all, 0, end);
            System.arraycopy(more, 0, all, end, more.length);
            System.arraycopy(old, end, all, end + more.length, old.length - end);
            all[8] = (byte) (count >> 8);
            all[9] = (byte) count;
            return all;
        }

        private int members(int p, int plain, int made, int type) {
            int members = u2(p);
            p += 2;
            for (int i = 0; i < members; i++) {
                int attributes = u2(p + 6);
                p += 8;
                for (int k = 0; k < attributes; k++) {
                    if (made != 0 && text(u2(p)).equals("Code")) {
                        code(p + 14, data.getInt(p + 10), plain, made, type);
                    }
                    p += 6 + data.getInt(p + 2);
                }
            }
            return p;
        }

        /** Makes other objects where generators without a seed are made. */
        private void code(int start, int length, int plain, int made, int type) {
            java.util.ArrayDeque<Integer> open = new java.util.ArrayDeque<>();
            for (int p = start; p < start + length; p += size(p, start)) {
                int opcode = data.get(p) & 0xff;
                if (opcode == 187 && isClass(p + 1, "java/util/Random")) open.push(p);
                if (opcode == 183 && !open.isEmpty() && constructs(u2(p + 1))) {
                    int begin = open.pop();
                    if (u2(p + 1) != plain) continue;
                    data.putShort(begin + 1, (short) type);
                    data.putShort(p + 1, (short) made);
                }
            }
        }

        private boolean isClass(int p, String name) {
            return name(p).equals(name);
        }

        private boolean constructs(int method) {
            int nameAndType = at[u2(at[method] + 3)];
            return isClass(at[method] + 1, "java/util/Random") && text(u2(nameAndType + 1)).equals("<init>");
        }

        private int size(int p, int start) {
            int opcode = data.get(p) & 0xff;
            int padded = p + 4 - (p - start) % 4;
            switch (opcode) {
                case 170: return padded + 12 + 4 * (data.getInt(padded + 8) - data.getInt(padded + 4) + 1) - p;
                case 171: return padded + 8 + 8 * data.getInt(padded + 4) - p;
                case 196: return (data.get(p + 1) & 0xff) == 132 ? 6 : 4;
                case 185: case 186: case 200: case 201: return 5;
                case 197: return 4;
                case 16: case 18: case 169: case 188: return 2;
                case 17: case 19: case 20: case 132: case 187: case 189: case 192: case 193: case 198: case 199:
                    return 3;
                default:
                    if (opcode >= 21 && opcode <= 25 || opcode >= 54 && opcode <= 58) return 2;
                    return opcode >= 153 && opcode <= 168 || opcode >= 178 && opcode <= 184 ? 3 : 1;
            }
        }
    }
