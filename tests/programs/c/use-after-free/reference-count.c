// One release too many: the object dies while a holder still reads it.
// sanitizer: address
#include <stdlib.h>

struct buffer { int references; int length; };

static struct buffer *retain(struct buffer *b) { b->references++; return b; }

static void release(struct buffer *b)
{
    if (--b->references == 0)
        free(b);
}

int main(void)
{
    struct buffer *shared = malloc(sizeof *shared);
    shared->references = 1;
    shared->length = 64;
    struct buffer *reader = retain(shared), *writer = shared;
    for (int pass = 0; pass < 2; pass++)
        release(writer);
    return reader->length; // expect: refuted use-after-free
}
