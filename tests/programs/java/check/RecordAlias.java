// Records inside of records, and one that two objects share.
// entry: RecordAlias.look
class RecordAlias {
    record Point(int x, int y) {}

    record Line(Point from, Point to) {}

    static class Shape {
        Line line;
        Point center;
    }

    static void look(Shape shape) {
        if (shape != null && shape.line != null && shape.center != null && shape.line.to() == shape.center) {
            assert shape.center.x() != 3 || shape.line.from() != null; // expect: refuted assert
        }
    }
}
