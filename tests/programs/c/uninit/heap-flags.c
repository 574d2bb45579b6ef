// malloc does not clear what calloc would.
// sanitizer: none -- gcc has no memory sanitizer
#include <stdlib.h>

struct job { int id; int done; };

int main(void)
{
    struct job *jobs = malloc(4 * sizeof *jobs);
    int pending = 0;
    for (int i = 0; i < 4; i++) {
        jobs[i].id = i;
        if (i != 2)
            jobs[i].done = i % 2;
    }
    for (int i = 0; i < 4; i++)
        if (!jobs[i].done) // expect: refuted uninit
            pending++;
    free(jobs);
    return pending;
}
