public class SealedShapes {
    sealed interface Shape permits Circle, Square, Group {}

    record Circle(double radius) implements Shape {}

    record Square(double side) implements Shape {}

    static final class Group implements Shape {
        private final Shape[] members;

        Group(Shape... members) {
            this.members = members;
        }
    }

    static double area(Shape shape) {
        if (shape instanceof Circle circle) {
            return 3 * circle.radius() * circle.radius();
        } else if (shape instanceof Square square) {
            return square.side() * square.side();
        } else if (shape instanceof Group group) {
            double sum = 0;
            for (Shape member : group.members) {
                sum += area(member);
            }
            return sum;
        }
        throw new AssertionError();
    }

    public static void main(String[] args) {
        System.out.println(area(new Circle(2)));
        System.out.println(area(new Group(new Square(3), new Circle(1), new Group())));
    }
}
