// A line is extended by formatting it into itself.
// sanitizer: none -- the interceptor of sprintf does not look for overlap
#include <stdio.h>

int main(void)
{
    char line[64] = "total:";
    const int amounts[] = {12, 30, 8};
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += amounts[i];
    sprintf(line, "%s %d", line, sum); // expect: refuted overlap
    return line[0] == 't' ? 0 : 1;
}
