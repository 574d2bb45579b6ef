package concrex;

/** The monitors that the only thread holds, the latest first. */
public final class Monitor {
    private static Monitor held;

    private final Object object;
    private final Monitor before;

    private Monitor(Object object, Monitor before) {
        this.object = object;
        this.before = before;
    }

    static void lock(Object o) {
        held = new Monitor(o, held);
    }

    static void unlock(Object o) {
        held = without(held, o);
    }

    private static Monitor without(Monitor held, Object o) {
        if (held == null || Vm.same(held.object, o)) {
            return held == null ? null : held.before;
        }
        return new Monitor(held.object, without(held.before, o));
    }

    public static boolean isHeld(Object o) {
        for (Monitor at = held; at != null; at = at.before) {
            if (Vm.same(at.object, o)) {
                return true;
            }
        }
        return false;
    }

    /** What whoever waits or notifies must do before. */
    public static void check(Object o) {
        if (!isHeld(o)) {
            throw new IllegalMonitorStateException("current thread is not owner");
        }
    }
}
