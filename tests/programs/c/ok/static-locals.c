// expect: proved
// Static locals keep their values, separately for each function and block.
// stdout: 21468 1 100 north
// stdout: 9988 2 101 east
// stdout: 22117 3 102 south
// stdout: 10/10 11/10 12/10 5
#include <stdio.h>

static unsigned next_random(void)
{
    static unsigned state = 12345;
    state = state * 1103515245u + 12345u;
    return state >> 16 & 0x7fff;
}

static int next_id(int reset)
{
    static int id;
    if (reset) {
        static int id = 100;
        return id++;
    }
    return ++id;
}

static const char *rotate(void)
{
    static const char *const names[] = {"north", "east", "south", "west"};
    static int at = 3;
    return names[++at % 4];
}

static int depth(int n)
{
    static int deepest;
    deepest = n > deepest ? n : deepest;
    return n < 5 ? depth(n + 1) : deepest;
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        printf("%u %d %d %s\n", next_random(), next_id(0), next_id(1), rotate());
    for (int i = 0; i < 3; i++) {
        static int kept = 10;
        int fresh = 10;
        printf("%d/%d ", kept++, fresh++);
    }
    printf("%d\n", depth(2));
    return 0;
}
