// A week without readings has no mean.
// time: 20s
// sanitizer: undefined
// fails-with: values -100 -100 -100 -100 -100 -100 -100
#include <assert.h>

int __VERIFIER_nondet_int(void);

struct week {
    int days;
    int sum;
};

static int mean(const struct week *week)
{
    return week->sum / week->days; // expect: refuted division
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
