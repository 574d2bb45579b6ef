// expect: proved
/** The text of a record starts with its name in the source; a record is equal to itself whatever it holds. */
public class RecordNameOk {
    record Point$2D(int x, int y) {}

    static class Odd {
        @Override
        public boolean equals(Object other) {
            return false;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    record Box(Odd content) {}

    public static void main(String[] args) {
        record Local(boolean set) {}
        assert new Point$2D(1, 2).toString().equals("Point$2D[x=1, y=2]");
        assert new Local(true).toString().equals("Local[set=true]");
        Box box = new Box(new Odd());
        assert box.equals(box);
        assert !box.equals(new Box(new Odd()));
    }
}
