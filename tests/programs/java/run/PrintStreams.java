import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;

public class PrintStreams {
    public static void main(String[] args) {
        System.out.print('c');
        System.out.print(1);
        System.out.print(2L);
        System.out.print(1.5f);
        System.out.print(2.5);
        System.out.print(true);
        System.out.print(new char[] {'x', 'y'});
        System.out.print((Object) null);
        System.out.print((String) null);
        System.out.println();
        System.out.println(new char[] {'o', 'k'});
        System.out.append("app").append('e').append("ended", 3, 5).println();
        System.out.write('w');
        System.out.write('\n');
        System.out.flush();
        System.err.println("to the other stream");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream old = System.out;
        System.setOut(new PrintStream(bytes));
        System.out.println("caught");
        System.out.printf("%d", 5);
        System.setOut(old);
        System.out.println(bytes.size() + " " + bytes.toString().trim());
        StringWriter text = new StringWriter();
        PrintWriter writer = new PrintWriter(text);
        writer.println("written");
        writer.printf("%s %d", "formatted", 7);
        writer.flush();
        System.out.println(text.toString().length() + " " + text);
        PrintWriter direct = new PrintWriter(System.out, true);
        direct.println("direct");
        direct.print(3);
        direct.flush();
        System.out.println(direct.checkError());
    }
}
