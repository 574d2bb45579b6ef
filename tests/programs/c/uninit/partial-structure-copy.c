// expect: proved
// Copying a partly set structure is fine when the unset members are not used.
#include <string.h>

struct option { char set; long value; char name[8]; };

int main(void)
{
    struct option original, assigned, copied;
    original.set = 1;
    strcpy(original.name, "width");
    assigned = original;
    memcpy(&copied, &assigned, sizeof copied);
    unsigned char padding[sizeof(struct option)];
    memcpy(padding, &copied, sizeof padding);
    return copied.set == 1 && padding[0] == 1 && strcmp(copied.name, "width") == 0 ? 0 : 1;
}
