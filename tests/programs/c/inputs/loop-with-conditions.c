// A loop with several conditions; one of two counters comes to its limit.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int read = 0, letters = 0, c = 0;
    while (read < 2000 && letters >= 0 && (c = getchar()) != EOF) {
        read += 2;
        if (c >= 'a' && c <= 'z')
            letters++;
        else
            letters = 0;
    }
    assert(letters < 900); // expect: refuted assert
    return 0;
}
