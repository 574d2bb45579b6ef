// entry: ConstructorOk.<init>
// expect: proved
class ConstructorOk {
    int count;

    ConstructorOk(int given) {
        assert count == 0;
        count = given;
        assert count == given;
    }
}
