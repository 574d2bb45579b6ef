// Two records share one name; the first to go frees it for both.
// sanitizer: address
#include <stdlib.h>
#include <string.h>

struct user { char *name; int score; };

static void drop(struct user *u)
{
    free(u->name);
    u->name = NULL;
}

int main(void)
{
    char *name = malloc(6);
    strcpy(name, "grace");
    struct user original = {name, 10}, copy = original;
    copy.score += 5;
    drop(&original);
    copy.name[0] = 'G'; // expect: refuted use-after-free
    return copy.score;
}
