// A variable of the file is meant, and no variable of a block that has its name.
// entry: start
// fails-with: call start(0)
// sanitizer: none -- nothing but the contract is broken
static int other(void)
{
    static int level = 5;
    level = 4;
    return level;
}

static int level;

/*@ requires level > 0; */
static int use(int n) { return n; }

int start(int n)
{
    level = n > 1;
    other();
    return use(n); // expect: refuted precondition
}
