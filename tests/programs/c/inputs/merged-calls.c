// Two calls of a function leave different addresses behind, and only one of them is of something that is still
// there.
int __VERIFIER_nondet_int(void);

static int kept;
static int *last;

static void keep(int *where, int depth)
{
    int own = depth;
    if (depth > 0)
        keep(where, depth - 1);
    else
        last = where;
    own++;
}

static void leave(void)
{
    int gone = 1;
    keep(&gone, 2);
}

int main(void)
{
    keep(&kept, 1);
    *last = 1;
    if (__VERIFIER_nondet_int())
        leave();
    return *last; // expect: refuted use-after-scope
}
