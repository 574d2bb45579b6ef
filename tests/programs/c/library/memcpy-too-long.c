// The size of the source is used where the destination is smaller.
// sanitizer: address
#include <string.h>

static int history[6] = {6, 5, 4, 3, 2, 1}, recent[4];

static void remember(int count)
{
    memcpy(recent, history, count * sizeof history[0]); // expect: refuted bounds
}

int main(void)
{
    for (int count = 2; count <= 6; count += 2)
        remember(count);
    return recent[0] == 6 ? 0 : 1;
}
