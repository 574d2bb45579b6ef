// The second member's address is not the block's address.
// sanitizer: address
#include <stdlib.h>

struct link { struct link *next; };
struct job { int id; struct link queue; };

int main(void)
{
    struct link *first = NULL;
    for (int id = 0; id < 3; id++) {
        struct job *j = malloc(sizeof *j);
        j->id = id;
        j->queue.next = first;
        first = &j->queue;
    }
    int length = 0;
    for (struct link *l = first; l; l = l->next)
        length++;
    if (length == 3)
        free(first); // expect: refuted invalid-free
    return 0;
}
