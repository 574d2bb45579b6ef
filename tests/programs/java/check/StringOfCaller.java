// entry: StringOfCaller.greet
class StringOfCaller {
    static String greet(String name) {
        if (name == null || name.isEmpty()) {
            return "nobody";
        }
        assert name.charAt(0) != '#'; // expect: refuted assert
        return "hello " + name;
    }
}
