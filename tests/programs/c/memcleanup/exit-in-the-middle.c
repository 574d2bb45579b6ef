// exit is called before the clean-up at the end.
// property: memcleanup
// sanitizer: none -- the block is still reachable, so it is not lost
#include <stdlib.h>

static char *stack_memory;
static int top;

static void push(char c)
{
    if (top == 3)
        exit(0);
    stack_memory[top++] = c;
}

int main(void)
{
    stack_memory = malloc(3); // expect: refuted memcleanup
    for (const char *c = "abcd"; *c; c++)
        push(*c);
    free(stack_memory);
    stack_memory = NULL;
    return 0;
}
