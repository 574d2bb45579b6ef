// A traffic light that can turn green for both directions at once.
// sanitizer: assert
extern void reach_error(void);

enum light { RED, GREEN, YELLOW };

static enum light next(enum light current)
{
    switch (current) {
    case RED: return GREEN;
    case GREEN: return YELLOW;
    default: return RED;
    }
}

int main(void)
{
    enum light north = RED, east = YELLOW;
    for (int tick = 0; tick < 12; tick++) {
        north = next(north);
        if (tick % 2 == 0)
            east = next(east);
        if (north == GREEN && east == GREEN)
            reach_error(); // expect: refuted unreachable
    }
    return 0;
}
