// Three bits for the day of the month are not enough.
// sanitizer: assert
// fails-with: values 9 1
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

struct date {
    unsigned day : 3;
    unsigned month : 4;
};

int main(void)
{
    unsigned day = __VERIFIER_nondet_uint(), month = __VERIFIER_nondet_uint();
    if (day < 1 || day > 31 || month < 1 || month > 12)
        return 0;
    struct date date = {.day = day, .month = month};
    assert(date.month == month);
    assert(date.day == day); // expect: refuted assert
    return 0;
}
