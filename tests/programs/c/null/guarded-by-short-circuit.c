// expect: proved
// Each use is guarded, by &&, by ||, by a ternary and by a loop's condition.
struct person {
    const char *name;
    struct person *parent;
};

static int generations(const struct person *p)
{
    int count = 0;
    for (; p; p = p->parent)
        count++;
    return count;
}

int main(void)
{
    struct person ada = {"Ada", 0}, ben = {"Ben", &ada}, cid = {0, &ben};
    struct person *family[] = {&cid, 0, &ada, &ben};
    int named = 0;
    for (int i = 0; i < 4; i++) {
        struct person *p = family[i];
        if (!p || !p->name || !*p->name)
            continue;
        named += p->parent && p->parent->name ? 2 : 1;
    }
    return named == 3 && generations(family[0]) == 3 ? 0 : 1;
}
