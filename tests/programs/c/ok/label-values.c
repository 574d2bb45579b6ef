// expect: proved
// A threaded interpreter that jumps through a table of label addresses.
// stdout: 49
// stdout: -1
// stdout: 10
#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, PRINT, HALT };

static int run(const int *code)
{
    static const void *const targets[] = {&&push, &&add, &&mul, &&dup, &&print, &&halt};
    int stack[8], *top = stack, executed = 0;
#define NEXT do { executed++; goto *targets[*code++]; } while (0)
    NEXT;
push:
    *top++ = *code++;
    NEXT;
add:
    top--;
    top[-1] += top[0];
    NEXT;
mul:
    top--;
    top[-1] *= top[0];
    NEXT;
dup:
    *top = top[-1];
    top++;
    NEXT;
print:
    printf("%d\n", top[-1]);
    NEXT;
halt:
    return executed;
}

int main(void)
{
    static const int program[] = {PUSH, 3, PUSH, 4, ADD, DUP, MUL, PRINT, PUSH, -50, ADD, PRINT, HALT};
    printf("%d\n", run(program));
    return 0;
}
