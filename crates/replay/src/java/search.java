
    /** A program that ends itself only ends an attempt. */
    private static final class Ended extends Error {}

    /** Tries seeds, those first that give the number that was supposed to come first. */
    public static void main(String[] args) throws Throwable {
        byte[] input = System.in.readAllBytes();
        java.io.PrintStream err = System.err;
        java.io.PrintStream nothing = new java.io.PrintStream(java.io.OutputStream.nullOutputStream());
        long end = System.nanoTime() + SECONDS * 1_000_000_000L;
        for (int attempt = 0; attempt < ATTEMPTS && System.nanoTime() < end; attempt++) {
            Recorded.begin(attempt);
            LOADER = new Redirecting();
            System.setIn(new java.io.ByteArrayInputStream(input));
            System.setOut(nothing);
            System.setErr(nothing);
            try {
                attempt(args);
            } catch (Throwable t) {
                java.io.StringWriter text = new java.io.StringWriter();
                t.printStackTrace(new java.io.PrintWriter(text, true));
                if (!Recorded.isClaimed(text.toString())) continue;
                err.println("SEEDS_FOUND" + Recorded.seeds);
                err.println("DRAWS_FOUND" + Recorded.draws);
                Runtime.getRuntime().halt(0);
            }
        }
        Runtime.getRuntime().halt(1);
    }
