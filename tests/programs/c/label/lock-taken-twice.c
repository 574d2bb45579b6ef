// A lock is taken again on the path that skipped its release.
// property: label
// sanitizer: none -- a label is an ordinary place for gcc
// replay: cc -fsanitize=address
static int locked;

static void acquire(void)
{
    if (locked) {
ERROR: // expect: refuted label
        return;
    }
    locked = 1;
}

static void release(void)
{
    locked = 0;
}

int main(void)
{
    for (int request = 0; request < 5; request++) {
        acquire();
        if (request % 4 == 3)
            continue;
        release();
    }
    return 0;
}
