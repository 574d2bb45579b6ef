// What boxing makes of a boolean is one of two objects, which callers give, too.
// entry: CallerBoolean.f
public class CallerBoolean {
    static void f(Boolean a) {
        assert a != Boolean.TRUE; // expect: refuted assert
    }
}
