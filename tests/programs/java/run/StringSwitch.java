public class StringSwitch {
    static int days(String month, boolean leap) {
        switch (month) {
            case "February":
                return leap ? 29 : 28;
            case "April":
            case "June":
            case "September":
            case "November":
                return 30;
            default:
                return 31;
        }
    }

    static String collide(String s) {
        return switch (s) {
            case "Aa" -> "first";
            case "BB" -> "second with the same hash";
            case "AaAa", "BBBB" -> "longer";
            default -> {
                String upper = s.toUpperCase();
                yield "none of them: " + upper;
            }
        };
    }

    static String fall(int n) {
        StringBuilder b = new StringBuilder();
        switch (n) {
            case 1:
                b.append("one ");
            case 2:
                b.append("two ");
                break;
            case 1000:
                b.append("thousand ");
            default:
                b.append("default ");
            case -5:
                b.append("minus five ");
        }
        return b.toString();
    }

    public static void main(String[] args) {
        System.out.println(days("February", true) + days("June", false) + days("May", false));
        for (String s : new String[] {"Aa", "BB", "AaAa", "BBBB", "AaBB", ""}) {
            System.out.println(collide(s));
        }
        for (int n : new int[] {1, 2, 3, 1000, -5}) {
            System.out.println(fall(n));
        }
        char grade = 'B';
        System.out.println(switch (grade) {
            case 'A', 'B' -> "good";
            default -> "other";
        });
    }
}
