// entry: RecordInList.largest

import java.util.Collection;

class RecordInList {
    record Stamp(int cents) {}

    static int largest(Collection<Stamp> stamps) {
        int largest = -1;
        if (stamps != null && stamps.size() == 1) {
            for (Stamp stamp : stamps) {
                largest = Math.max(largest, stamp == null ? 0 : stamp.cents());
            }
            assert largest != 55; // expect: refuted assert
        }
        return largest;
    }
}
