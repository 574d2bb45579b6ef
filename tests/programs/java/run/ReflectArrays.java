import java.lang.reflect.Array;
import java.util.concurrent.Callable;

/** Arrays by reflection, which has fewer words for what is wrong. */
public class ReflectArrays {
    static void show(Callable<Object> action) {
        try {
            System.out.println(action.call());
        } catch (Exception e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) {
        show(() -> Array.newInstance(int.class, 0, -1));
        show(() -> Array.newInstance(int.class, -3));
        show(() -> Array.newInstance(int.class, new int[0]));
        show(() -> Array.newInstance(null, 1));
        show(() -> Array.newInstance(void.class, 1));
        show(() -> ((String[]) Array.newInstance(String.class, 2)).length);
        show(() -> Array.get(new int[2], 2));
        show(() -> Array.get(new String[] {"a"}, -1));
        show(() -> Array.get(null, 0));
        show(() -> Array.get("text", 0));
        show(() -> Array.getInt(new int[] {4}, 1));
        show(() -> {
            Array.set(new String[1], 1, "a");
            return null;
        });
        show(() -> {
            Array.set(new String[1], 0, 1);
            return null;
        });
        show(() -> Array.getLength(null));
    }
}
