// A caller's array can be one of a class below.
// entry: ArrayOfSubclass.fill
class ArrayOfSubclass {
    static class Shape {}

    static class Circle extends Shape {}

    static void fill(Shape[] shapes) {
        if (shapes != null && shapes.length > 0) {
            shapes[0] = new Shape(); // expect: refuted array-store
        }
    }
}
