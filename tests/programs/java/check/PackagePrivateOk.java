import java.util.ArrayList;

// expect: proved
/** A method of a list that only its package sees is not overridden by one of the same name elsewhere. */
public class PackagePrivateOk {
    static class Padded extends ArrayList<Object> {
        Object elementData(int index) {
            return "padding";
        }

        Object padding(int index) {
            return elementData(index);
        }
    }

    public static void main(String[] args) {
        Padded list = new Padded();
        list.add("first");
        assert list.get(0).equals("first");
        assert list.padding(0).equals("padding");
    }
}
