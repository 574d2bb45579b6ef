// entry: BuilderOfCaller.close
class BuilderOfCaller {
    static void close(StringBuilder text) {
        if (text != null && text.length() == 2 && text.charAt(0) == '(') {
            text.append(')');
            assert text.charAt(1) != 'x'; // expect: refuted assert
        }
    }
}
