package concrex.demo;

/** Code in a package that starts with the tool's name is the user's. */
public class PackageOfTheTool {
    public static void main(String[] args) {
        Integer first = 5;
        Integer second = 5;
        assert first != second; // expect: refuted assert
    }
}
