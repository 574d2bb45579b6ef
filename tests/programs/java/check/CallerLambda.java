// Callers give no lambdas: where the program makes some, nothing is proved of all objects of their interface.
// entry: CallerLambda.f
// expect: bounded
public class CallerLambda {
    interface F {
        int f();
    }

    static class C implements F {
        public int f() {
            return 1;
        }
    }

    static F two() {
        return () -> 2;
    }

    static void f(F f) {
        if (f != null) {
            assert f.f() == 1;
        }
    }
}
