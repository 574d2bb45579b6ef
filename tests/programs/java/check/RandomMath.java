class RandomMath {
    public static void main(String[] args) {
        int[] counts = new int[4];
        int index = (int) (Math.random() * 5);
        counts[index]++; // expect: refuted array-index
    }
}
