// expect: proved
// The door opens only together with the alarm, whatever is typed.
#include <assert.h>
#include <stdio.h>

static int matches(const char *secret)
{
    for (; *secret != '\0'; secret++)
        if (getchar() != *secret)
            return 0;
    return 1;
}

int main(void)
{
    int alarm = 0, door_open = 0;
    if (matches("open sesame!")) {
        alarm = 1;
        door_open = 1;
    }
    assert(!door_open || alarm);
    return 0;
}
