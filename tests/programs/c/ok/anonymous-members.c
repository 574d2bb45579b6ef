// expect: proved
// Anonymous structures and unions lend their members to the outside.
// stdout: key 65+2 at 1
// stdout: mouse 10,-3 01 at 2
// stdout: timer 2.5 at 0
// stdout: 65601 24
#include <stdio.h>

struct event {
    enum { KEY, MOUSE, TIMER } kind;
    union {
        struct { int code, modifiers; };
        struct { short x, y; struct { unsigned left : 1, right : 1; }; };
        double seconds;
    };
    struct { struct { int depth; }; } named;
};

static void show(const struct event *e)
{
    switch (e->kind) {
    case KEY: printf("key %d+%d", e->code, e->modifiers); break;
    case MOUSE: printf("mouse %d,%d %u%u", e->x, e->y, e->left, e->right); break;
    case TIMER: printf("timer %.1f", e->seconds); break;
    }
    printf(" at %d\n", e->named.depth);
}

int main(void)
{
    struct event events[] = {
        {KEY, {{65, 2}}, {{1}}},
        {.kind = MOUSE, .x = 10, .y = -3, .right = 1, .named.depth = 2},
        {.kind = TIMER, .seconds = 2.5},
    };
    for (unsigned i = 0; i < sizeof events / sizeof events[0]; i++)
        show(&events[i]);
    events[0].x = 0x41;
    events[0].y = 1;
    printf("%d %zu\n", events[0].code, sizeof events[0]);
    return 0;
}
