// No string of a caller's is a literal of the program: this is bounded at best, though `f("abc")` fails.
// entry: CallerLiteral.f
// expect: bounded
public class CallerLiteral {
    static void f(String s) {
        assert s != "abc";
    }
}
