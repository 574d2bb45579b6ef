// expect: refuted
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("@OUTSIDE@/kept", "w");
    if (!file) return 1;
    fputs("harm", file);
    fclose(file);
    // Only the interpreter gets here.
    assert(getchar() != 'x');
    return 0;
}
