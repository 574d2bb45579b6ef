// expect: proved
// offsetof of the first member is zero, and null converts between pointer types.
#include <stddef.h>

struct header { int tag; int length; };
struct message { struct header head; char text[8]; };

int main(void)
{
    struct message *m = NULL;
    void *any = m;
    struct header *h = any;
    int zeros = (m == NULL) + (any == NULL) + (h == NULL) + !m;
    zeros += offsetof(struct message, head) == 0;
    zeros += offsetof(struct message, head.length) == 4;
    struct message real = {{7, 3}, "abc"};
    any = &real;
    h = any;
    return zeros == 6 && h->tag == 7 ? 0 : 1;
}
