// arguments:
class Program {
    static int oldest(int[] ages) {
        int oldest = ages[0];
        for (int age : ages) {
            if (age > oldest) {
                oldest = age;
            }
        }
        return oldest;
    }

    public static void main(String[] arguments) {
        int[] ages = new int[arguments.length];
        for (int i = 0; i < ages.length; i++) {
            ages[i] = arguments[i].length();
        }
        System.exit(oldest(ages) > 3 ? 1 : 0);
    }
}
