// A registry is emptied from the wrong end of its count.
// property: memcleanup
// sanitizer: none -- the block is still reachable, so it is not lost
#include <stdlib.h>

static int *registry[4];
static int registered;

static void add(int value)
{
    int *cell = malloc(sizeof *cell); // expect: refuted memcleanup
    *cell = value;
    registry[registered++] = cell;
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        add(i + 100);
    while (--registered > 0) {
        free(registry[registered]);
        registry[registered] = NULL;
    }
    return 0;
}
