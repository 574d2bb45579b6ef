/** A stack trace has the frames of all callers, and begins where the exception was made. */
public class TraceDepth {
    static class Marker extends RuntimeException {
        Marker(String text) {
            super(text);
        }
    }

    static Marker mark(int depth) {
        return depth == 0 ? new Marker("here") : mark(depth - 1);
    }

    public static void main(String[] args) {
        StackTraceElement[] trace = mark(2).getStackTrace();
        assert trace[0].getMethodName().equals("mark") && trace[3].getMethodName().equals("main");
        assert trace.length == 1; // expect: refuted assert
    }
}
