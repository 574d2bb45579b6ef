// entry: CastOfParameter.use
class CastOfParameter {
    static class Left extends CastOfParameter {}

    static class Right extends CastOfParameter {
        int value;
    }

    static int use(CastOfParameter given) {
        if (given == null || given instanceof Left) {
            return 0;
        }
        return ((Right) given).value; // expect: refuted class-cast
    }
}
