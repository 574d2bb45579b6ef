// expect: proved
// Clocks that only grow, a number that is no clock, random numbers from different seeds, and the locale.
#include <assert.h>
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

int main(void)
{
    struct timespec first, second;
    assert(clock_gettime(CLOCK_MONOTONIC, &first) == 0);
    assert(clock_gettime(CLOCK_MONOTONIC, &second) == 0);
    assert(second.tv_sec >= first.tv_sec);
    assert(second.tv_sec > first.tv_sec || second.tv_nsec >= first.tv_nsec);

    errno = 0;
    assert(clock_gettime(1000, &first) == -1 && errno == EINVAL);
    assert(clock_getres(10, &first) == -1);

    clock_t before = clock(), after = clock();
    assert(before == (clock_t)-1 || after == (clock_t)-1 || before <= after);

    int zone[2] = {1, 1};
    struct timeval now;
    assert(gettimeofday(&now, (struct timezone *)zone) == 0);
    assert(zone[0] == 0 && zone[1] == 0);

    srand(1);
    int one = rand();
    srand(2);
    assert(one >= 0 && rand() <= RAND_MAX);

    errno = 0;
    static char state[8];
    assert(initstate(1, state, 7) == NULL && errno == EINVAL);
    assert(strcmp(setlocale(LC_ALL, "POSIX"), "C") == 0);
    return 0;
}
