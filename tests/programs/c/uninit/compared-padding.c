// What is between the members of a struct has no value, although all of its members have.
// sanitizer: none -- padding
#include <string.h>

struct entry {
    char kind;
    int number;
};

static int same(int number)
{
    struct entry one = {1, number}, other = {1, 2};
    return memcmp(&one, &other, sizeof one) == 0; // expect: refuted uninit
}

int main(void)
{
    return same(2) ? 0 : 1;
}
