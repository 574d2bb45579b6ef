// A float must fit the bit-field itself, not only the type that it is declared with.
// sanitizer: none -- needs -fsanitize=float-cast-overflow
struct level {
    unsigned volume : 4;
    unsigned balance : 4;
};

int main(void)
{
    struct level level = {3, 8};
    double louder = 7.5;
    level.volume += louder;
    double loudest = level.volume * 2.0;
    level.volume = loudest; // expect: refuted float-to-int
    return level.balance;
}
