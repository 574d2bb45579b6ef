// A caller's array holds strings of its own.
// entry: StringArray.greet
class StringArray {
    static void greet(String[] names) {
        if (names != null && names.length > 1 && names[1] != null) {
            assert !names[1].equals("me"); // expect: refuted assert
        }
    }
}
