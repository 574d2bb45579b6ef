import java.util.HashMap;
import java.util.List;
import java.util.Map;

public class Records {
    record Point(int x, int y) {
        static final Point ORIGIN = new Point(0, 0);

        Point {
            if (x < -100) {
                throw new IllegalArgumentException("x is " + x);
            }
        }

        Point(int both) {
            this(both, both);
        }

        double distance(Point other) {
            return Math.sqrt(Math.pow(x - other.x, 2) + Math.pow(y - other.y(), 2));
        }
    }

    record Named<T>(String name, T value) {
        @Override
        public String name() {
            return "<" + name + ">";
        }
    }

    record Everything(byte b, short s, char c, long l, float f, double d, boolean z, String t, int[] a) {}

    record Nothing() {}

    public static void main(String[] args) {
        Point p = new Point(3, 4);
        System.out.println(p + " " + p.x() + " " + p.equals(new Point(3, 4)) + " " + p.equals(new Point(4)) + " " + p.equals(null));
        System.out.println(p.hashCode() == new Point(3, 4).hashCode());
        System.out.println(p.distance(Point.ORIGIN));
        Named<List<Integer>> named = new Named<>("list", List.of(1, 2));
        System.out.println(named + " " + named.name() + " " + named.value());
        Map<Point, String> map = new HashMap<>();
        map.put(p, "here");
        System.out.println(map.get(new Point(3, 4)) + " " + map.get(new Point(4, 3)));
        int[] array = {1};
        Everything all = new Everything((byte) 1, (short) 2, 'c', 4L, 0.5f, -0.0, true, null, array);
        System.out.println(all.equals(new Everything((byte) 1, (short) 2, 'c', 4L, 0.5f, -0.0, true, null, array)));
        System.out.println(all.equals(new Everything((byte) 1, (short) 2, 'c', 4L, 0.5f, 0.0, true, null, array)));
        System.out.println(all.toString().startsWith("Everything[b=1, s=2, c=c, l=4, f=0.5, d=-0.0, z=true, t=null, a=[I@"));
        System.out.println(new Nothing() + " " + new Nothing().equals(new Nothing()) + " " + new Nothing().hashCode());
        System.out.println(new Named<>(null, Double.NaN).equals(new Named<>(null, Double.NaN)));
        record Local(int i) {}
        System.out.println(new Local(5) + " " + (p instanceof Record));
        try {
            new Point(-101);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
