// expect: proved
// Abstract, default and overridden methods, and calls of `super`.
import org.sosy_lab.sv_benchmarks.Verifier;

class DispatchOk {
    interface Named {
        default int name() {
            return 1;
        }
    }

    abstract static class Base implements Named {
        abstract int kind();

        int both() {
            return 10 * kind() + name();
        }
    }

    static class First extends Base {
        int kind() {
            return 2;
        }
    }

    static class Second extends First {
        @Override
        int kind() {
            return super.kind() + 1;
        }

        @Override
        public int name() {
            return 5;
        }
    }

    public static void main(String[] args) {
        boolean first = Verifier.nondetBoolean();
        Base base = first ? new First() : new Second();
        assert base.both() == (first ? 21 : 35);
    }
}
