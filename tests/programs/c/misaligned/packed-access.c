// expect: proved
// Members of a packed structure are accessed through the structure.
#include <stddef.h>

struct __attribute__((packed)) entry { char kind; int value; short rest; };

int main(void)
{
    struct entry entries[3] = {{'a', 1, 2}, {'b', 3, 4}, {'c', 5, 6}};
    int sum = 0;
    for (struct entry *e = entries; e < entries + 3; e++) {
        e->value += 10;
        sum += e->value + e->rest;
    }
    return sizeof(struct entry) == 7 && offsetof(struct entry, rest) == 5 && sum == 51 ? 0 : 1;
}
