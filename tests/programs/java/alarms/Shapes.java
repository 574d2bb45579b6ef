// time: 20s
import org.sosy_lab.sv_benchmarks.Verifier;

/** The last shape is missing. */
class Shapes {
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
            total += shape.area(); // expect: refuted null-pointer
        }
        assert total >= 2;
    }
}
