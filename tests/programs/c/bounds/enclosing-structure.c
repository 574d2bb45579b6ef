// expect: proved
// From a member back to the structure that contains it.
#include <stddef.h>

struct link { struct link *next; };
struct task { int priority; struct link ready; char name[8]; };

#define TASK(l) ((struct task *)((char *)(l) - offsetof(struct task, ready)))

int main(void)
{
    struct task low = {1, {0}, "idle"}, high = {9, {&low.ready}, "audio"};
    int sum = 0;
    for (struct link *l = &high.ready; l; l = l->next)
        sum += TASK(l)->priority * (TASK(l)->name[0] == 'a' ? 2 : 1);
    return sum == 19 ? 0 : 1;
}
