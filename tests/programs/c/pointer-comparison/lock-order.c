// Two locks are ordered by their addresses, which are unrelated.
// sanitizer: none -- needs -fsanitize=pointer-compare
struct lock { int held; };

static void lock_both(struct lock *a, struct lock *b)
{
    if (a == b) {
        a->held++;
    } else if (a < b) { // expect: refuted pointer-comparison
        a->held++;
        b->held++;
    } else {
        b->held++;
        a->held++;
    }
}

int main(void)
{
    struct lock pair[2] = {{0}, {0}}, single = {0};
    lock_both(&pair[0], &pair[0]);
    lock_both(&pair[1], &pair[0]);
    lock_both(&pair[0], &single);
    return pair[0].held == 3 ? 0 : 1;
}
