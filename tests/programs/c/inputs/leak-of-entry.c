// What the function allocates and nobody can reach when it returns is lost.
// entry: copy_name
// fails-with: call copy_name("", 0)
// sanitizer: leak
#include <stdlib.h>

int copy_name(const char *name, int keep)
{
    char *copy = malloc(4); // expect: refuted leak
    if (!name)
        abort();
    copy[0] = name[0];
    int first = copy[0];
    if (keep)
        free(copy);
    return first;
}
