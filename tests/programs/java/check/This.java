// `this` is an object, and what its fields hold is anything.
// entry: This.average
class This {
    private int sum;
    private int count;

    int average() {
        return sum / count; // expect: refuted arithmetic
    }
}
