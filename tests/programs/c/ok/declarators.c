// expect: proved
// Declarations that must be read from the inside out.
// stdout: 21 10 30
// stdout: 30 10
// stdout: 51
// stdout: two one 1
// stdout: 15 30
#include <stdio.h>

static int numbers[3] = {10, 20, 30};

static int first(void) { return numbers[0]; }
static int last(void) { return numbers[2]; }

static int (*whole(void))[3] { return &numbers; }
static int (*select(int which))(void) { return which ? last : first; }

static int (*(*const selector)(int))(void) = select;
static int (*functions[2])(void) = {first, last};
static int (*(*pointer_to_table)[2])(void) = &functions;

typedef int (*array_pointer)[3];
typedef array_pointer (*array_function)(void);

static int apply(int function(void), int *const values, int (*transform)(int (*)[3], int))
{
    return function() + transform((int (*)[3])values, 1);
}

static int element(int (*array)[3], int index) { return (*array)[index]; }

static char *(*names[2][2])[3];

int main(void)
{
    array_function get = whole;
    (*whole())[1]++;
    printf("%d %d %d\n", (*get())[1], selector(0)(), (*selector(1))());
    printf("%d %d\n", (*pointer_to_table)[1](), (**pointer_to_table)());
    printf("%d\n", apply(last, numbers, element));
    char *words[3] = {"zero", "one", "two"};
    names[1][0] = &words;
    const char *const *const view = (const char *const *)*names[1][0];
    printf("%s %s %d\n", (*names[1][0])[2], view[1], names[0][1] == 0);
    int **levels[2], *p = numbers, **pp = &p;
    levels[1] = pp;
    ***(levels + 1) += 5;
    printf("%d %d\n", first(), **levels[1] + *p);
    return 0;
}
