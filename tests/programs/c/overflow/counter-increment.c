// A tick counter passes the end of its type with ++.
// sanitizer: undefined
#include <limits.h>

struct clock { int ticks; int alarms; };

static void advance(struct clock *c)
{
    c->ticks++; // expect: refuted overflow
    if (c->ticks % 4 == 0)
        c->alarms++;
}

int main(void)
{
    struct clock c = {INT_MAX - 5, 0};
    while (c.ticks > 0)
        advance(&c);
    return c.alarms;
}
