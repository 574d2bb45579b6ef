public class EvaluationOrder {
    static int calls;

    static int next(String name) {
        System.out.print(name + calls + " ");
        return calls++;
    }

    static int fail() {
        throw new IllegalStateException("failed");
    }

    static int[] array() {
        System.out.print("array ");
        return null;
    }

    public static void main(String[] args) {
        int[] a = new int[10];
        a[next("index")] = next("left") * 10 + next("right");
        System.out.println(a[0]);
        int i = 1;
        a[i] = i = 5;
        System.out.println(a[1] + " " + i);
        i += i++ + ++i;
        System.out.println(i);
        System.out.println(next("a") > 100 && next("never") > 0 || next("b") > 0);
        System.out.println(false & next("always") > 0 | true);
        try {
            array()[next("evaluated first")] = fail();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        try {
            a[100] = next("before the check");
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            int x = 1 / (next("zero") - next("one") + 1) + fail();
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        String s = "x";
        s += next("c") + next("d") + s;
        System.out.println(s);
    }
}
