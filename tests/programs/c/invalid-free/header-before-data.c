// expect: proved
// An allocator hands out the memory behind its header and frees the header.
#include <stdlib.h>
#include <string.h>

struct header { size_t size; size_t magic; };

static void *allocate(size_t size)
{
    struct header *h = malloc(sizeof *h + size);
    h->size = size;
    h->magic = 0xfeed;
    return h + 1;
}

static size_t release(void *memory)
{
    struct header *h = (struct header *)memory - 1;
    size_t size = h->magic == 0xfeed ? h->size : 0;
    free(h);
    return size;
}

int main(void)
{
    char *text = allocate(20);
    strcpy(text, "behind the header");
    return release(text) == 20 ? 0 : 1;
}
