// What is read is not used, so that compilers leave the read out.
// sanitizer: none -- gcc does not read it
// replay: cc -fsanitize=address,undefined
#include <stdlib.h>

int main(void)
{
    long *block = calloc(4, sizeof *block);
    if (!block) return 1;
    block[4]; // expect: refuted bounds
    free(block);
    return 0;
}
