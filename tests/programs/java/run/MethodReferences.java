import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

public class MethodReferences {
    static class Base {
        String name() {
            return "base";
        }
    }

    static class Derived extends Base {
        @Override
        String name() {
            return "derived";
        }

        Supplier<String> inherited() {
            return super::name;
        }

        Supplier<String> own() {
            return this::name;
        }
    }

    static class Pair {
        final int a;
        final String b;

        Pair(int a, String b) {
            this.a = a;
            this.b = b;
        }
    }

    static int twice(int x) {
        return 2 * x;
    }

    static String join(Object... parts) {
        return Arrays.toString(parts);
    }

    interface Three {
        String apply(Object a, Object b, Object c);
    }

    public static void main(String[] args) {
        Function<Integer, Integer> toStatic = MethodReferences::twice;
        System.out.println(toStatic.apply(21));
        String text = "bound";
        Supplier<Integer> bound = text::length;
        System.out.println(bound.get());
        ToIntFunction<String> unbound = String::length;
        System.out.println(unbound.applyAsInt("unbound"));
        BiFunction<Integer, String, Pair> constructor = Pair::new;
        System.out.println(constructor.apply(1, "x").b);
        IntFunction<int[]> array = int[]::new;
        System.out.println(array.apply(5).length);
        Supplier<List<String>> list = ArrayList::new;
        System.out.println(list.get());
        Derived derived = new Derived();
        System.out.println(derived.inherited().get() + " " + derived.own().get());
        Function<Base, String> virtual = Base::name;
        System.out.println(virtual.apply(derived) + " " + virtual.apply(new Base()));
        Three varargs = MethodReferences::join;
        System.out.println(varargs.apply(1, "two", '3'));
        BiFunction<String, String, Integer> compare = String::compareTo;
        System.out.println(compare.apply("a", "c"));
        Function<Object, String> widening = String::valueOf;
        System.out.println(widening.apply(null));
        try {
            String none = null;
            Supplier<Integer> broken = none::length;
            System.out.println("not reached " + broken);
        } catch (NullPointerException e) {
            System.out.println("the receiver is checked at once");
        }
    }
}
