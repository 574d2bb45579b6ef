import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** What the objects of classes tell of them. */
public class ClassObjects {
    interface Shape {}

    private static final class Square implements Shape, Comparable<Square> {
        @Override
        public int compareTo(Square other) {
            return 0;
        }
    }

    protected abstract static class Base {}

    enum Colour {
        RED,
        GREEN {}
    }

    record Point(int x, int y) implements Shape {}

    public static void main(String[] args) {
        List<Class<?>> classes = new ArrayList<>(List.of(
                Shape.class, Square.class, Base.class, Colour.class, Point.class, ClassObjects.class, String.class));
        classes.add(Colour.GREEN.getClass());
        classes.addAll(List.of(int.class, void.class, double.class, int[].class, Square[].class, Base[][].class));
        classes.addAll(List.of(Math.class, Runnable.class, Override.class, new Object() {}.getClass()));
        for (Class<?> type : classes) {
            System.out.println(type + " " + type.getModifiers() + " " + Arrays.toString(type.getInterfaces()) + " "
                    + type.getSuperclass() + " " + type.isPrimitive() + type.isInterface() + type.isArray()
                    + type.isEnum() + type.isRecord() + type.isHidden() + " " + type.getSimpleName() + " "
                    + type.getCanonicalName() + " " + type.isAssignableFrom(type));
        }
        System.out.println(void.class == Void.TYPE);
        System.out.println(Base.class.getGenericSuperclass() + " " + Arrays.toString(Point.class.getGenericInterfaces()));
        Supplier<Shape> supplier = Square::new;
        System.out.println(supplier.getClass().isHidden() + " " + supplier.getClass().getCanonicalName() + " "
                + Arrays.toString(supplier.getClass().getInterfaces()) + supplier.getClass().getModifiers());
    }
}
