// expect: proved
// Of an enum there are no objects but its constants.
// entry: EnumOfCaller.turn
class EnumOfCaller {
    enum Light {
        RED,
        GREEN
    }

    static Light turn(Light light) {
        if (light == null) {
            return Light.RED;
        }
        assert light == Light.RED || light == Light.GREEN;
        return light == Light.RED ? Light.GREEN : Light.RED;
    }
}
