import java.io.File;
import java.io.FileOutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Ways to do harm, as in attempts.c. */
public class Attempts {
    interface Attempt {
        void run() throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        Path outside = Path.of(arguments[1]);
        Path kept = outside.resolve("kept");
        Path other = outside.resolve("other");
        int port = Integer.parseInt(arguments[2]);
        switch (arguments[0]) {
            case "write": refused(() -> new FileOutputStream(kept.toFile()).write(1)); break;
            case "create": refused(() -> Files.createFile(other)); break;
            case "remove": refused(() -> Files.delete(kept)); break;
            case "rename": refused(() -> Files.move(kept, other)); break;
            case "touch":
                refused(() -> {
                    if (!kept.toFile().setLastModified(0)) throw new Exception();
                });
                break;
            case "connect": refused(() -> new Socket(InetAddress.getLoopbackAddress(), port)); break;
            case "exec": refused(() -> Runtime.getRuntime().exec(new String[] {"sleep", "3600"})); break;
            case "kill_parent":
                refused(() -> {
                    ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
                    if (!parent.destroyForcibly()) throw new Exception();
                });
                break;
            case "inside":
                Files.writeString(File.createTempFile("made", ".txt").toPath(), "x");
                Files.writeString(Path.of("here"), "x");
                Thread thread = new Thread(() -> {});
                thread.start();
                thread.join();
                break;
            case "sleep": Thread.sleep(3_600_000); break;
            case "memory":
                List<long[]> all = new ArrayList<>();
                while (true) all.add(new long[1 << 17]);
            default: System.exit(2);
        }
    }

    static void refused(Attempt attempt) {
        try {
            attempt.run();
        } catch (Exception e) {
            return;
        }
        System.exit(1);
    }
}
