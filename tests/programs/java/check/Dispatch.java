import org.sosy_lab.sv_benchmarks.Verifier;

class Dispatch {
    interface Shape {
        int area();
    }

    static class Square implements Shape {
        final int side;

        Square(int side) {
            this.side = side;
        }

        public int area() {
            return side * side;
        }
    }

    static class Rectangle extends Square {
        final int other;

        Rectangle(int side, int other) {
            super(side);
            this.other = other;
        }

        @Override
        public int area() {
            return side * other;
        }
    }

    public static void main(String[] args) {
        int a = Verifier.nondetByte();
        int b = Verifier.nondetByte();
        Shape shape = a == b ? new Square(a) : new Rectangle(a, b);
        assert shape.area() >= 0; // expect: refuted assert
    }
}
