// The clean-up label frees what the error path has freed.
// sanitizer: address
#include <stdlib.h>

static int load(int records)
{
    int status = -1;
    int *index = malloc(records * sizeof *index);
    char *cache = malloc(64);
    for (int i = 0; i < records; i++) {
        index[i] = i * i;
        if (index[i] > 50) {
            free(cache);
            goto out;
        }
    }
    status = 0;
out:
    free(index);
    free(cache); // expect: refuted double-free
    return status;
}

int main(void)
{
    return load(5) == 0 ? load(10) : 1;
}
