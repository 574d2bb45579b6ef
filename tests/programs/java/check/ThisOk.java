// expect: proved
// entry: ThisOk.add
class ThisOk {
    private int sum;
    private int count;

    void add(int n) {
        int before = count;
        sum += n;
        count++;
        assert this.count == before + 1;
    }
}
