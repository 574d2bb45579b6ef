// The block that leads to another one is freed first: what lies in freed memory leads nowhere.
// sanitizer: leak
// fails-with: values 1
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void)
{
    char **holder = malloc(sizeof *holder);
    if (!__VERIFIER_nondet_int()) {
        *holder = malloc(16);
        free(*holder);
    } else {
        *holder = malloc(16); // expect: refuted leak
    }
    free(holder);
    return 0;
}
