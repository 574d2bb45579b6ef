// expect: proved
// A pointer survives its trip through uintptr_t and through its bytes.
#include <stdint.h>
#include <string.h>

int main(void)
{
    int cells[4] = {10, 20, 30, 40}, sum = 0;
    uintptr_t handles[4];
    for (int i = 0; i < 4; i++)
        handles[i] = (uintptr_t)&cells[i];
    for (int i = 3; i >= 0; i--)
        sum += *(int *)handles[i];
    unsigned char bytes[sizeof(int *)];
    int *original = cells + 2, *copy;
    memcpy(bytes, &original, sizeof bytes);
    memcpy(&copy, bytes, sizeof copy);
    return sum == 100 && *copy == 30 ? 0 : 1;
}
