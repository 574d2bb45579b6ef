// A field of the same name in the class above is another field.
// entry: HiddenField.look
class HiddenField {
    static class Parent {
        int size;
    }

    static class Child extends Parent {
        int size;
    }

    static void look(Child child) {
        if (child != null && child.size == 3) {
            assert ((Parent) child).size != 4; // expect: refuted assert
        }
    }
}
