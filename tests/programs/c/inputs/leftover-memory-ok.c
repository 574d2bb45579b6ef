// expect: proved
// property: assert
// Memory that was never written holds something, and does not change by itself: read again, read by
// its bytes, copied, in allocated memory, at an unknown index.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct entry {
    char kind;
    int value;
    unsigned low : 3, high : 7;
};

union word {
    unsigned whole;
    unsigned char bytes[4];
};

int main(void)
{
    int level, *place = &level;
    int first = *place;
    assert(first == *place);

    union word word;
    unsigned char second = word.bytes[1];
    assert((word.whole >> 8 & 0xff) == second);

    struct entry entry, copy, other;
    memcpy(&copy, &entry, sizeof entry);
    other = copy;
    assert(other.value == entry.value);
    entry.low = 1;
    assert(entry.high == copy.high && entry.low == 1);

    int *counters = malloc(8 * sizeof *counters);
    if (counters == NULL)
        return 0;
    unsigned index = __VERIFIER_nondet_int();
    int before = counters[index % 8];
    counters[(index + 1) % 8] = before;
    int after = counters[index % 8];
    free(counters);
    assert(before == after);
    return 0;
}
