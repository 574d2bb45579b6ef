// expect: refuted
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *q = 0, *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = 0;
    while (__VERIFIER_nondet_int()) {
        free(q);
        q = p;
        p = malloc(sizeof *p);
        if (!p) {
            free(q);
            return 0;
        }
        *p = 1;
        assert(*q == 0);
    }
    free(q);
    free(p);
    return 0;
}
