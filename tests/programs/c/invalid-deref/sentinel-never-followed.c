// expect: proved
// A forged address is compared but never dereferenced.
#include <stdint.h>

#define DELETED ((const char *)(uintptr_t)1)

int main(void)
{
    const char *slots[6] = {"red", DELETED, 0, "green", DELETED, "blue"};
    int live = 0, deleted = 0;
    for (int i = 0; i < 6; i++) {
        if (slots[i] == DELETED) {
            deleted++;
            slots[i] = 0;
        } else if (slots[i] && slots[i][0] != '\0') {
            live++;
        }
    }
    return live == 3 && deleted == 2 ? 0 : 1;
}
