/** What + makes is never one of its operands, even if the other one is empty. */
public class ConcatenationIsNew {
    public static void main(String[] args) {
        String name = "concrex";
        String same = name + "";
        assert same.equals(name) && same.intern() == name;
        assert same == name; // expect: refuted assert
    }
}
