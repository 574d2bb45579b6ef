class ArgumentsText {
    public static void main(String[] args) {
        if (args.length == 2 && args[0].equals("-n")) {
            assert args[1].length() != 1; // expect: refuted assert
        }
    }
}
