public class FinallyOverrides {
    @SuppressWarnings("finally")
    static int returnWins() {
        try {
            return 1;
        } finally {
            return 2;
        }
    }

    @SuppressWarnings("finally")
    static int swallows() {
        try {
            throw new IllegalStateException();
        } finally {
            return 3;
        }
    }

    static int keepsValue() {
        int x = 4;
        try {
            return x;
        } finally {
            x = 40;
        }
    }

    @SuppressWarnings("finally")
    static String nested() {
        StringBuilder log = new StringBuilder();
        try {
            try {
                log.append("a");
                throw new RuntimeException("first");
            } finally {
                log.append("b");
                throw new IllegalArgumentException("second");
            }
        } catch (RuntimeException e) {
            log.append(e.getMessage());
        } finally {
            log.append("c");
        }
        return log.toString();
    }

    @SuppressWarnings("finally")
    static int breaksOut() {
        int count = 0;
        while (true) {
            try {
                count++;
                if (count < 3) {
                    continue;
                }
                return -1;
            } finally {
                if (count == 3) {
                    break;
                }
            }
        }
        return count;
    }

    public static void main(String[] args) {
        System.out.println(returnWins());
        System.out.println(swallows());
        System.out.println(keepsValue());
        System.out.println(nested());
        System.out.println(breaksOut());
    }
}
