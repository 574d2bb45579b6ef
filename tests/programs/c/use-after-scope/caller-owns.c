// expect: proved
// Recursion passes addresses of locals downwards only.
// exit: 4
struct frame { int depth; const struct frame *caller; };

static int deepest(const struct frame *caller, int remaining)
{
    struct frame here = {caller ? caller->depth + 1 : 0, caller};
    if (remaining == 0) {
        int count = 0;
        for (const struct frame *f = &here; f->caller; f = f->caller)
            count++;
        return count;
    }
    return deepest(&here, remaining - 1);
}

int main(void)
{
    return deepest(0, 4);
}
