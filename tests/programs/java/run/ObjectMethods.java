import java.util.Objects;

public class ObjectMethods {
    static class Sheep implements Cloneable {
        int age = 3;
        int[] wool = {1, 2};

        @Override
        public Sheep clone() {
            try {
                return (Sheep) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static class Stone {
        Object copy() throws CloneNotSupportedException {
            return super.clone();
        }
    }

    public static void main(String[] args) {
        Sheep sheep = new Sheep();
        Sheep dolly = sheep.clone();
        dolly.age = 1;
        dolly.wool[0] = 9;
        System.out.println(sheep.age + " " + sheep.wool[0] + " " + (dolly.getClass() == Sheep.class) + " " + (dolly == sheep));
        try {
            new Stone().copy();
        } catch (CloneNotSupportedException e) {
            System.out.println(e.getMessage());
        }
        Object object = new Object();
        System.out.println(object.equals(object) + " " + object.equals(new Object()) + " " + (object.hashCode() == System.identityHashCode(object)));
        System.out.println(new Stone().toString().startsWith("ObjectMethods$Stone@") + " " + new int[0].toString().startsWith("[I@"));
        System.out.println(Objects.hash(1, "a", null) + " " + Objects.equals(null, null) + " " + Objects.toString(null, "none") + " " + Objects.hashCode(null));
        System.out.println(Objects.requireNonNullElse(null, 5) + " " + Objects.checkIndex(2, 3));
        try {
            Objects.checkIndex(3, 3);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(sheep.getClass().getName() + " " + String.class.getSimpleName() + " " + int.class + " " + Runnable.class + " " + int[][].class.getName());
        System.out.println(Integer.class.isInstance(5) + " " + Number.class.isAssignableFrom(Integer.class) + " " + Sheep.class.getSuperclass() + " " + String[].class.getComponentType());
        System.out.println(object.getClass() == Object.class && Integer.TYPE == int.class);
        synchronized (object) {
            System.out.println("monitors are no obstacle");
        }
    }
}
