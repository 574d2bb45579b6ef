class ArgumentsDifference {
    public static void main(String[] args) {
        if (args.length != 2) {
            return;
        }
        try {
            int from = Integer.parseInt(args[0]);
            int to = Integer.parseInt(args[1]);
            assert to - from != 12; // expect: refuted assert
        } catch (NumberFormatException e) {
            System.out.println("two numbers, please");
        }
    }
}
