import java.io.IOException;

public class ReadBytes {
    public static void main(String[] args) throws IOException {
        int letters = 0;
        int digits = 0;
        int c;
        while ((c = System.in.read()) != '\n') {
            if (Character.isLetter(c)) {
                letters++;
            } else if (Character.isDigit(c)) {
                digits++;
            }
        }
        System.out.println(letters + " " + digits);
        byte[] buffer = new byte[4];
        int read = System.in.read(buffer);
        System.out.println(read + " " + new String(buffer, 0, read));
        System.out.println(System.in.read() + " " + System.in.read() + " " + System.in.read(buffer));
    }
}
