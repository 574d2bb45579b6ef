// expect: proved
// stdout: 1 1 1
// Structs that have no padding are compared as memory, those that have some member by member, or after all of their
// bytes were set.
#include <stdio.h>
#include <string.h>

struct pair {
    int first, second;
};

struct entry {
    char kind;
    int number;
    struct pair pairs[3];
};

int main(void)
{
    struct pair one = {1, 2}, other = {.second = 2, .first = 1};
    struct entry table[5] = {[1] = {'a', 2, {{1, 2}}}}, copy[5];
    memcpy(copy, table, sizeof table);
    int same = copy[1].kind == 'a' && copy[1].number == 2 && copy[4].pairs[2].second == 0;
    struct entry whole[2];
    memset(whole, 0, sizeof whole);
    printf("%d %d %d\n", memcmp(&one, &other, sizeof one) == 0, same, memcmp(&whole[0], &whole[1], sizeof whole[0]) == 0);
    return 0;
}
