// expect: proved
// entry: EnumOfLibrary.isLong

import java.util.concurrent.TimeUnit;

class EnumOfLibrary {
    static boolean isLong(TimeUnit unit) {
        if (unit == null) {
            return false;
        }
        assert unit.ordinal() <= TimeUnit.DAYS.ordinal();
        return unit == TimeUnit.DAYS || unit == TimeUnit.HOURS;
    }
}
