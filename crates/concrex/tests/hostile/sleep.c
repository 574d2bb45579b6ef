// expect: refuted
#include <assert.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    if (getchar() == 'x') {
        sleep(3600);
        usleep(1000000000);
        assert(0);
    }
    return 0;
}
