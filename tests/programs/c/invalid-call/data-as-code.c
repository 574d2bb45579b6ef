// A jump table is filled with the address of data.
// sanitizer: none -- the run crashes, but the report names no line of the program
static int counter = 5;

static int zero(void) { return 0; }

static int run(int (*entry)(void))
{
    return entry(); // expect: refuted invalid-call
}

int main(void)
{
    void *table[] = {(void *)zero, &counter};
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum += run((int (*)(void))table[i]);
    return sum;
}
