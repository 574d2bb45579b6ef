// expect: proved
// A class is initialised when it is first used, its parent before it, and only once.
class StaticOrder {
    static int clock;

    static class Parent {
        static int at = ++clock;
    }

    static class Child extends Parent {
        static int at = ++clock;
    }

    static class Unused {
        static {
            clock = 1000;
        }

        static final int CONSTANT = 3;
    }

    public static void main(String[] args) {
        assert clock == 0;
        assert Unused.CONSTANT == 3;
        assert clock == 0;
        assert Child.at == 2;
        assert Parent.at == 1;
        new Child();
        assert clock == 2;
    }
}
