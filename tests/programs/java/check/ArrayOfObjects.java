// entry: ArrayOfObjects.count
class ArrayOfObjects {
    int weight;

    static int count(ArrayOfObjects[] all) {
        if (all == null || all.length < 2) {
            return 0;
        }
        if (all[0] != null && all[1] != null) {
            assert all[0] != all[1]; // expect: refuted assert
        }
        return all.length;
    }
}
