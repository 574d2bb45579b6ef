// Reached where pointers have 32 bits.
// arch: ilp32
// sanitizer: assert
// replay: cc -m32 -nostdlib or cc -fsanitize=address
extern void reach_error(void);

static void fail(int *counter)
{
    ++*counter;
    reach_error(); // expect: refuted unreachable
}

int main(void)
{
    int counter = 0;
    if (sizeof(void *) == 4) fail(&counter);
    return counter;
}
