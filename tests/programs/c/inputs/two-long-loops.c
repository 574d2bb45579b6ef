// Two loops in sequence: the second goes beyond what the first has counted.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    unsigned opened = 0, closed = 0;
    while (getchar() == '(')
        opened++;
    while (getchar() == ')')
        closed++;
    assert(opened < 700 || closed < opened + 5); // expect: refuted assert
    return 0;
}
