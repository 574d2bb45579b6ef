// expect: proved
import org.sosy_lab.sv_benchmarks.Verifier;

class RecordsAndEnums {
    enum Side {
        LEFT,
        RIGHT;

        Side other() {
            return this == LEFT ? RIGHT : LEFT;
        }
    }

    record Point(int x, Side side) {
        Point mirrored() {
            return new Point(-x, side.other());
        }
    }

    public static void main(String[] args) {
        Side side = Side.values()[Verifier.nondetBoolean() ? 1 : 0];
        Point point = new Point(Verifier.nondetInt(), side);
        assert point.mirrored().side() != side;
        assert point.mirrored().mirrored().equals(point);
        int number = switch (side) {
            case LEFT -> 0;
            case RIGHT -> 1;
        };
        assert number == side.ordinal();
    }
}
