// expect: refuted
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int c = getchar();
    if (c == 'x') {
        remove("@OUTSIDE@/kept");
        rename("@OUTSIDE@/kept", "@OUTSIDE@/other");
        assert(0);
    }
    return 0;
}
