// exit: 1
import java.util.ArrayList;
import java.util.List;

public class UncaughtClassCast {
    interface Shape {}

    static class Circle implements Shape {}

    static class Square implements Shape {}

    public static void main(String[] args) {
        List<Shape> shapes = new ArrayList<>();
        shapes.add(new Circle());
        shapes.add(new Square());
        for (Shape shape : shapes) {
            Circle circle = (Circle) shape;
            System.out.println(circle != null);
        }
    }
}
