// expect: proved
// The counter stops before it wraps.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    unsigned char pushed = 0;
    int command;
    while ((command = getchar()) != EOF) {
        if (command == '+') {
            if (pushed < 255)
                pushed++;
        } else if (command == '-') {
            if (pushed > 0)
                pushed--;
        } else if (command == '?') {
            assert(pushed <= 255);
        }
    }
    return 0;
}
