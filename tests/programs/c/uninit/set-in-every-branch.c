// expect: proved
// Each branch of the switch assigns, the default by a helper.
// exit: 31
static void days_default(int *days)
{
    *days = 31;
}

static int days_in(int month, int leap)
{
    int days;
    switch (month) {
    case 4: case 6: case 9: case 11: days = 30; break;
    case 2: days = leap ? 29 : 28; break;
    default: days_default(&days);
    }
    return days;
}

int main(void)
{
    int year = 0;
    for (int month = 1; month <= 12; month++)
        year += days_in(month, 0);
    return year == 365 ? days_in(12, 1) : 0;
}
