// expect: proved
// A destructor that may be called twice because it forgets the pointer.
#include <stdlib.h>

struct log { char *text; int closed; };

static void close_log(struct log *l)
{
    free(l->text);
    l->text = NULL;
    l->closed++;
}

int main(void)
{
    struct log l = {malloc(10), 0};
    l.text[0] = 'x';
    close_log(&l);
    close_log(&l);
    return l.closed == 2 ? 0 : 1;
}
