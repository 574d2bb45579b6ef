// expect: proved
// entry: days_in
// Every month has between 28 and 31 days, and the leap day is in February alone.
#include <assert.h>

static int is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int days_in(int month, int year)
{
    int days;
    switch (month) {
    case 4: case 6: case 9: case 11:
        days = 30;
        break;
    case 2:
        days = 28 + is_leap(year);
        break;
    case 1: case 3: case 5: case 7: case 8: case 10: case 12:
        days = 31;
        break;
    default:
        return 0;
    }
    assert(days >= 28 && days <= 31);
    assert(days != 29 || month == 2);
    return days;
}
