// args: first second 3 -x
public class Arguments {
    public static void main(String[] args) {
        System.out.println(args.length);
        for (String argument : args) {
            System.out.println(argument + " " + argument.length());
        }
        System.out.println(Integer.parseInt(args[2]) + 1);
        System.out.println(args[3].charAt(1));
    }
}
