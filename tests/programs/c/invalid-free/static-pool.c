// Objects come from a static pool first; all are given to free.
// sanitizer: address
#include <stdlib.h>

struct event { int code; struct event *next; };

static struct event pool[2];
static int taken;

static struct event *new_event(int code)
{
    struct event *e = taken < 2 ? &pool[taken++] : malloc(sizeof *e);
    e->code = code;
    return e;
}

int main(void)
{
    struct event *queue = NULL;
    for (int code = 0; code < 4; code++) {
        struct event *e = new_event(code);
        e->next = queue;
        queue = e;
    }
    while (queue) {
        struct event *next = queue->next;
        free(queue); // expect: refuted invalid-free
        queue = next;
    }
    return 0;
}
