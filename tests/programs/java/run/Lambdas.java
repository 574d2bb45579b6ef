import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

public class Lambdas {
    private int field = 10;

    Supplier<Integer> counter() {
        int[] count = {0};
        return () -> field + count[0]++;
    }

    static Function<Integer, Function<Integer, Integer>> curried() {
        return a -> b -> a * 10 + b;
    }

    interface Recursive<T> extends Function<T, T> {}

    static Recursive<Integer> factorial;

    public static void main(String[] args) {
        Lambdas object = new Lambdas();
        Supplier<Integer> counter = object.counter();
        counter.get();
        object.field = 20;
        System.out.println(counter.get() + " " + object.counter().get());
        System.out.println(curried().apply(3).apply(4));
        Function<Integer, Integer> twice = x -> x * 2;
        System.out.println(twice.andThen(x -> x + 1).compose((String s) -> s.length()).apply("four"));
        Predicate<String> empty = String::isEmpty;
        System.out.println(empty.negate().and(s -> s.length() < 4).or(s -> s.equals("special")).test("special"));
        factorial = n -> n <= 1 ? 1 : n * factorial.apply(n - 1);
        System.out.println(factorial.apply(10));
        long captured = 5L;
        double alsoCaptured = 0.5;
        char c = 'c';
        BiFunction<Integer, String, String> many = (i, s) -> i + s + captured + alsoCaptured + c;
        System.out.println(many.apply(1, "x"));
        IntBinaryOperator max = (a, b) -> a > b ? a : b;
        IntPredicate even = n -> n % 2 == 0;
        System.out.println(max.applyAsInt(3, 9) + " " + even.test(7));
        List<Runnable> actions = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int copy = i;
            actions.add(() -> System.out.print(copy + " "));
        }
        actions.forEach(Runnable::run);
        System.out.println();
        Consumer<Object> print = o -> System.out.println("got " + o);
        print.andThen(o -> System.out.println("and " + o)).accept(7);
        UnaryOperator<String> same = UnaryOperator.identity();
        System.out.println(same.apply("same"));
        Runnable thrower = () -> {
            throw new IllegalStateException("from a lambda");
        };
        try {
            thrower.run();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
