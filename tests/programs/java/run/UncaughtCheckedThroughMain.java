// exit: 1
import java.io.IOException;

public class UncaughtCheckedThroughMain {
    static void open(String name) throws IOException {
        if (name.startsWith("/")) {
            throw new IOException("no such file: " + name);
        }
        System.out.println("opened " + name);
    }

    public static void main(String[] args) throws Exception {
        open("here");
        open("/there");
    }
}
