// Freeing a circular list as if it were a straight one of known length.
// sanitizer: address
#include <stdlib.h>

struct node { struct node *next; };

int main(void)
{
    struct node *ring[3];
    for (int i = 0; i < 3; i++)
        ring[i] = malloc(sizeof *ring[i]);
    for (int i = 0; i < 3; i++)
        ring[i]->next = ring[(i + 1) % 3];
    int players = 4;
    for (int i = 0; i < players; i++)
        free(ring[i % 3]); // expect: refuted double-free
    return 0;
}
