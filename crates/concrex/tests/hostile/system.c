// expect: refuted
#include <assert.h>
#include <stdlib.h>
#include <stdio.h>

int main(void)
{
    if (getchar() == 'x') {
        system("rm -rf @OUTSIDE@");
        assert(0);
    }
    return 0;
}
