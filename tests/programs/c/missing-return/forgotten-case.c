// One enumerator of the switch is handled without returning a value.
// sanitizer: none -- gcc checks this in C++ only
enum unit { METRE, FOOT, YARD };

static double in_metres(double length, enum unit unit)
{
    switch (unit) {
    case METRE: return length;
    case FOOT: return length * 0.3048;
    case YARD: length *= 0.9144;
    }
}

int main(void)
{
    double total = 0;
    for (enum unit u = METRE; u <= YARD; u++)
        total += in_metres(10, u); // expect: refuted missing-return
    return total > 20 ? 0 : 1;
}
