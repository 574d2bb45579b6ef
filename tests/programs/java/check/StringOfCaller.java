// entry: StringOfCaller.isComment
class StringOfCaller {
    static boolean isComment(String line) {
        if (line == null || line.length() != 2) {
            return false;
        }
        assert line.charAt(0) != '#' || line.charAt(1) != '!'; // expect: refuted assert
        return line.charAt(0) == '#';
    }
}
