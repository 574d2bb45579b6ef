// expect: proved
// Five bits for the day of the month and four for the month keep their values apart.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

struct date {
    unsigned day : 5;
    unsigned month : 4;
};

int main(void)
{
    unsigned day = __VERIFIER_nondet_uint(), month = __VERIFIER_nondet_uint();
    if (day < 1 || day > 31 || month < 1 || month > 12)
        return 0;
    struct date date = {.day = day, .month = month};
    date.month++;
    assert(date.month == month + 1);
    assert(date.day == day);
    return 0;
}
