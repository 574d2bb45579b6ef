// The default text is built in the block of an if.
// sanitizer: address
#include <stdio.h>

static int length(const char *text)
{
    int n = 0;
    while (text[n]) // expect: refuted use-after-scope
        n++;
    return n;
}

int main(void)
{
    const char *configured[] = {"plain", 0};
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        const char *mode = configured[i];
        if (!mode) {
            char fallback[12];
            snprintf(fallback, sizeof fallback, "mode%d", i);
            mode = fallback;
        }
        sum += length(mode);
    }
    return sum == 10 ? 0 : 1;
}
