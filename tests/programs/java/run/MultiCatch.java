public class MultiCatch {
    static class Low extends Exception {}

    static class High extends Low {}

    static String classify(int kind) {
        try {
            switch (kind) {
                case 0:
                    throw new High();
                case 1:
                    throw new Low();
                case 2:
                    throw new ArithmeticException("two");
                case 3:
                    Object[] none = {};
                    return none[kind].toString();
                default:
                    throw new Error("error");
            }
        } catch (High e) {
            return "high";
        } catch (Low e) {
            return "low";
        } catch (ArithmeticException | IndexOutOfBoundsException e) {
            return "either " + e.getMessage();
        } catch (Throwable t) {
            return "anything " + t;
        }
    }

    public static void main(String[] args) {
        for (int kind = 0; kind < 5; kind++) {
            System.out.println(classify(kind));
        }
    }
}
