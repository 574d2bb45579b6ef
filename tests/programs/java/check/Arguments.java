class Arguments {
    public static void main(String[] args) {
        String first = args[0]; // expect: refuted array-index
        System.out.println(first);
    }
}
