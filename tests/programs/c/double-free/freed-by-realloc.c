// realloc has freed the old block already when its old name is freed.
// sanitizer: address
#include <stdlib.h>

int main(void)
{
    char *line = malloc(16);
    size_t used = 0;
    for (const char *c = "a line of text"; *c; c++)
        line[used++] = *c;
    char *longer = realloc(line, 4096);
    longer[used] = '\0';
    int last = longer[used - 1];
    free(longer);
    if (last == 't')
        free(line); // expect: refuted double-free
    return 0;
}
