// Options and their values: an option at the end has none.
public class Options {
    public static void main(String[] args) {
        int level = 0;
        String output = "out";
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("-v")) {
                level++;
            } else if (args[i].equals("--output")) {
                // repaired: if (i + 1 >= args.length) return;
                if (i + 1 > args.length) return;
                output = args[++i]; // expect: refuted array-index
            } else {
                return;
            }
        }
        System.out.println(output.length() + level);
    }
}
