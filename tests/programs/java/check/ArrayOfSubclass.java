// A caller's array may be one of a class below, which its class tells.
// entry: ArrayOfSubclass.f
public class ArrayOfSubclass {
    static class A {}

    static class B extends A {}

    static void f(A[] a) {
        if (a != null) {
            assert a.getClass() == A[].class; // expect: refuted assert
        }
    }
}
