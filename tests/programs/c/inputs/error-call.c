// A traffic light that is switched twice in one step shows red and green.
// sanitizer: assert
// fails-with: values 0 1
void reach_error(void);
_Bool __VERIFIER_nondet_bool(void);

enum light { RED, GREEN };

int main(void)
{
    enum light north = RED, east = GREEN;
    for (int step = 0; step < 3; step++) {
        if (__VERIFIER_nondet_bool())
            north = north == RED ? GREEN : RED;
        if (step != 1)
            east = north == RED ? GREEN : RED;
        if (north == GREEN && east == GREEN)
            reach_error(); // expect: refuted unreachable
    }
    return 0;
}
