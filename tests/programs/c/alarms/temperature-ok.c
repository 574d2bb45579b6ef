// expect: proved
// time: 20s
// Weekly mean temperatures of readings that are plausible.
#include <assert.h>

int __VERIFIER_nondet_int(void);

struct week {
    int days;
    int sum;
};

static int mean(const struct week *week)
{
    return week->days == 0 ? 0 : week->sum / week->days;
}

int main(void)
{
    struct week week = { 0, 0 };
    for (int day = 0; day < 7; day++) {
        int reading = __VERIFIER_nondet_int();
        if (reading < -90 || reading > 60)
            continue;
        week.sum += reading;
        week.days++;
    }
    int found = mean(&week);
    assert(found >= -90 * 7 && found <= 60 * 7);
    return 0;
}
