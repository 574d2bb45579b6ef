// The marker after the switch is reached for day 7.
// sanitizer: undefined
static char initial(int day)
{
    switch (day) {
    case 0: case 6: return 'S';
    case 1: return 'M';
    case 2: case 4: return 'T';
    case 3: return 'W';
    case 5: return 'F';
    }
    __builtin_unreachable(); // expect: refuted unreachable-marker
}

int main(void)
{
    char calendar[11];
    for (int day = 0; day < 10; day++)
        calendar[day] = initial(day);
    calendar[10] = '\0';
    return calendar[0] != 'S';
}
