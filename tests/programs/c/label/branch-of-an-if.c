// The labelled statement is one branch of an `if`, whose other one stays its own.
// property: label
// sanitizer: none -- a label is an ordinary place for gcc
// replay: cc -fsanitize=address
int main(void)
{
    int rounds = 0;
    for (int i = 0; i < 4; i++)
        if (i % 2 == 0)
            rounds++;
        else if (i == 3)
ERROR:      rounds = -1; // expect: refuted label
        else
            rounds += 2;
    return rounds;
}
