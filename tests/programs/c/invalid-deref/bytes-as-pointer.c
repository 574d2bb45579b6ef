// A record is filled with a pattern, pointer included, and then followed.
// sanitizer: address
#include <string.h>

struct record { int id; char *name; };

static int name_length(const struct record *r)
{
    int length = 0;
    while (r->name[length]) // expect: refuted invalid-deref
        length++;
    return length;
}

int main(void)
{
    char title[] = "engineer";
    struct record r = {1, title};
    if (name_length(&r) != 8)
        return 1;
    memset(&r, 0x11, sizeof r);
    r.id = 2;
    return name_length(&r);
}
