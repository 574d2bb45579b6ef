// expect: proved
// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

/** Areas by an interface with two implementations. */
class ShapesOk {
    interface Shape {
        int area();
    }

    record Square(int side) implements Shape {
        public int area() {
            return side * side;
        }
    }

    record Bar(int width) implements Shape {
        public int area() {
            return width;
        }
    }

    public static void main(String[] args) {
        int n = Verifier.nondetInt();
        if (n < 1 || n > 100) {
            return;
        }
        Shape[] shapes = {new Square(n), new Bar(n), null};
        int total = 0;
        for (Shape shape : shapes) {
            if (shape != null) {
                total += shape.area();
            }
        }
        assert total >= 2;
    }
}
