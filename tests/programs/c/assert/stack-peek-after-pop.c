// A stack of integers; the last assertion confuses peek with pop.
// sanitizer: assert
#include <assert.h>

#define CAPACITY 8

static int items[CAPACITY];
static int depth;

static void push(int item)
{
    assert(depth < CAPACITY);
    items[depth++] = item;
}

static int pop(void)
{
    assert(depth > 0);
    return items[--depth];
}

int main(void)
{
    for (int i = 0; i < CAPACITY; i++)
        push(i * i);
    while (depth > 3)
        pop();
    assert(pop() == 4);
    assert(pop() == 4); // expect: refuted assert
    return 0;
}
