// expect: proved
// The first member has the address of its structure.
#include <stdlib.h>

struct base { int kind; };
struct circle { struct base base; double radius; };

static struct base *new_circle(double radius)
{
    struct circle *c = malloc(sizeof *c);
    c->base.kind = 1;
    c->radius = radius;
    return &c->base;
}

int main(void)
{
    struct base *shapes[2] = {new_circle(1.0), new_circle(2.5)};
    double sum = 0;
    for (int i = 0; i < 2; i++) {
        sum += ((struct circle *)shapes[i])->radius;
        free(shapes[i]);
    }
    return sum == 3.5 ? 0 : 1;
}
