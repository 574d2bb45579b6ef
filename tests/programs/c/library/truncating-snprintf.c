// expect: proved
// snprintf never writes past its limit and reports what it wanted to write.
// stdout: 16 Hello, w
#include <stdio.h>

int main(void)
{
    char small[9], one[1] = {'?'};
    int wanted = snprintf(small, sizeof small, "Hello, %s #%d", "world", 42);
    int more = snprintf(one, 1, "%s", "anything");
    printf("%d %s\n", wanted, small);
    return one[0] == '\0' && more == 8 ? 0 : 1;
}
