import java.io.IOException;

class SystemIn {
    public static void main(String[] args) throws IOException {
        int first = System.in.read();
        int second = System.in.read();
        assert first != '{' || second != '}'; // expect: refuted assert
    }
}
