// expect: proved
// Two traffic lights that are switched together never show green at once.
void reach_error(void);
_Bool __VERIFIER_nondet_bool(void);

enum light { RED, GREEN };

int main(void)
{
    enum light north = RED, east = GREEN;
    for (int step = 0; step < 4; step++) {
        if (__VERIFIER_nondet_bool()) {
            enum light swap = north;
            north = east;
            east = swap;
        }
        if (north == GREEN && east == GREEN)
            reach_error();
    }
    return 0;
}
