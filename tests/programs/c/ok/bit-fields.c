// expect: proved
// Bit-fields: packing, signedness, wrap-around and the zero-width field.
// stdout: 1 1 2024 4
// stdout: 0 1 2 3 -4 -3 1 0 8
// stdout: 1 1179
#include <stdio.h>
#include <string.h>

struct date {
    unsigned day : 5, month : 4;
    unsigned year : 12;
};

struct mixed {
    int small : 3;
    unsigned : 2;
    unsigned flag : 1;
    unsigned : 0;
    unsigned char tail : 6;
};

static unsigned days(struct date d)
{
    return d.year * 372 + d.month * 31 + d.day;
}

int main(void)
{
    struct date d = {.day = 28, .month = 2, .year = 2024};
    d.day += 5;
    d.month = 17;
    printf("%u %u %u %zu\n", d.day, d.month, d.year, sizeof d);
    struct mixed m;
    memset(&m, 0, sizeof m);
    for (int i = 0; i < 6; i++) {
        m.small = i;
        printf("%d ", m.small);
    }
    m.flag = 3;
    m.tail = 0xff;
    m.tail++;
    printf("%d %d %zu\n", m.flag, m.tail, sizeof m);
    printf("%d %u\n", m.flag - 2 < 0, days((struct date){1, 2, 3}));
    return 0;
}
