// The longest name does not fit into its slot.
// sanitizer: address
#include <string.h>

int main(void)
{
    static const char *const months[] = {"May", "March", "September"};
    char slot[8];
    size_t total = 0;
    for (int i = 0; i < 3; i++) {
        strcpy(slot, months[i]); // expect: refuted bounds
        total += strlen(slot);
    }
    return total == 17 ? 0 : 1;
}
