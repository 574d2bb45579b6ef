
        /** The least bits from which the model of a generator makes a number below a bound. */
        private static int bits(int value, int bound) {
            long numerator = (value & 0xffffffffL) << 32;
            long below = bound & 0xffffffffL;
            return (int) Long.divideUnsigned(numerator + below - 1, below);
        }

        private static void draw(long value) {
            Recorded.draw((int) ((value - (int) value) >>> 32));
            Recorded.draw((int) value);
        }

        @Override
        public int nextInt(int bound) {
            if (own || bound <= 0) return super.nextInt(bound);
            decide(bound);
            inside++;
            int value = super.nextInt(bound);
            inside--;
            Recorded.draw(bits(value, bound));
            return value;
        }

        public int nextInt(int origin, int bound) {
            if (own || origin >= bound) return super.ints(1, origin, bound).sum();
            decide(0);
            inside++;
            int value = super.ints(1, origin, bound).sum();
            inside--;
            Recorded.draw(bits(value - origin, bound - origin));
            return value;
        }

        public long nextLong(long bound) {
            return nextLong(0, bound);
        }

        public long nextLong(long origin, long bound) {
            if (own || origin >= bound) return super.longs(1, origin, bound).sum();
            decide(0);
            inside++;
            long value = super.longs(1, origin, bound).sum();
            inside--;
            draw(value - origin);
            return value;
        }

        @Override
        public double nextGaussian() {
            if (own) return super.nextGaussian();
            decide(0);
            inside++;
            double value = super.nextGaussian();
            inside--;
            long bits = Double.doubleToRawLongBits(value);
            long exponent = ((bits >>> 52 & 0x7ff) * 2048 + 1026) / 1027;
            draw(bits & 0x800fffffffffffffL | exponent << 52);
            return value;
        }

        @Override
        public java.util.stream.IntStream ints(int origin, int bound) {
            if (own || origin >= bound) return super.ints(origin, bound);
            return java.util.stream.IntStream.generate(() -> nextInt(origin, bound));
        }

        @Override
        public java.util.stream.IntStream ints(long size, int origin, int bound) {
            return own || origin >= bound || size < 0 ? super.ints(size, origin, bound) : ints(origin, bound).limit(size);
        }
