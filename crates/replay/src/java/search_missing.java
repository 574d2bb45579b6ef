        /** What was supposed of the numbers, before a generator was asked for them. */
        private static final int[] SUPPOSED = {RANDOM_VALUES};
        private static final String[] CLAIMED = {CLAIMED_TEXTS};
        private static final java.util.List<Integer> draws = new java.util.ArrayList<>();
        private static int attempt;
        private static java.util.Random chance;

        static void begin(int number) {
            attempt = number;
            chance = new java.util.Random(number);
            seeds.clear();
            draws.clear();
            nextClock = 0;
            only = null;
            shuffler = null;
        }

        static void draw(int bits) {
            draws.add(bits);
        }

        static boolean isClaimed(String trace) {
            for (String text : CLAIMED) {
                if (!trace.contains(text)) return false;
            }
            return true;
        }

        public static void exit(int status) {
            throw new Ended();
        }

        private static long missing(int bound) {
            int at = draws.size();
            boolean isSmall = attempt < 64 || attempt % 2 == 1 || at >= SUPPOSED.length;
            if (isSmall) return attempt + 20_011L * seeds.size();
            long bits = SUPPOSED[at] & 0xffffffffL;
            if (bound > 0) {
                long value = bits * bound >>> 32;
                boolean isPower = (bound & -bound) == bound;
                long choices = isPower ? (1L << 31) / bound : ((1L << 31) - value - 1) / bound;
                long choice = (long) (chance.nextDouble() * choices);
                long first = isPower ? value * choices + choice : value + bound * choice;
                bits = first << 1 | chance.nextInt(2);
            }
            long state = bits << 16 | chance.nextInt(1 << 16);
            // The state before, by the inverse of the generator's multiplier, as the seed of it.
            return (state - 0xB) * 0xDFE05BCB1365L & (1L << 48) - 1 ^ 0x5DEECE66DL;
        }

