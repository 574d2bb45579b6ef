// The JVM does not start a `main` that is not public: it is a method like others, and anybody's
// arguments may be missing.
// entry: HiddenMain.main
class HiddenMain {
    static void main(String[] arguments) {
        System.out.println(arguments.length); // expect: refuted null-pointer
    }
}
