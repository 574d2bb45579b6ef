// Who stores in an array by reflection can tell that it is one of a class below, too.
// entry: ReflectiveStore.f
import java.lang.reflect.Array;

public class ReflectiveStore {
    static class A {}

    static class B extends A {}

    static void f(A[] a) {
        if (a != null && a.length == 1) {
            Array.set(a, 0, new A()); // expect: refuted exception
        }
    }
}
