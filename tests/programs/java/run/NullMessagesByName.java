import java.util.ArrayList;
import java.util.List;

/** The messages of null pointers name the class that the code names, not the one that declares the member. */
public class NullMessagesByName {
    static class Base {
        static List<String> shared;
        int[] numbers;

        StringBuilder build(StringBuilder first, String second, Object[] third) {
            return null;
        }

        int[] numbers() {
            return numbers;
        }
    }

    static class Derived extends Base {}

    enum Side {
        LEFT
    }

    static void show(Runnable action) {
        try {
            action.run();
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        Derived there = new Derived();
        show(() -> there.build(null, null, null).append(1));
        show(() -> there.numbers().clone());
        show(() -> there.numbers()[0]++);
        show(() -> Derived.shared.size());
        show(() -> {
            Derived missing = null;
            missing.build(null, null, null);
        });
        show(() -> {
            ArrayList<String> missing = null;
            missing.containsAll(null);
        });
        show(() -> {
            Side missing = null;
            missing.ordinal();
        });
        show(() -> {
            Side missing = null;
            missing.name().length();
        });
        show(() -> {
            Object[][] missing = null;
            missing.clone();
        });
        show(() -> {
            StringBuilder missing = null;
            missing.append("");
        });
        show(() -> new Exception().setStackTrace(null));
        show(() -> String.format((String) null));
    }
}
