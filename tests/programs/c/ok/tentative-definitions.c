// expect: proved
// Tentative definitions, extern declarations in blocks and internal linkage.
// stdout: 8 7 130 13
// stdout: tentative 39 12
#include <stdio.h>

int counter;
int counter;
extern int counter;
static int hidden;
static int hidden = 5;
int table[];
int table[3];
extern const char *title;

static int step(void);
int shared(int);

int main(void)
{
    extern int late;
    int late_copy = late;
    {
        int counter = 100;
        {
            extern int counter;
            counter += 7;
        }
        late_copy += counter;
    }
    table[2] = step() + step();
    printf("%d %d %d %d\n", counter, hidden, late_copy, table[2]);
    printf("%s %d %zu\n", title, shared(3), sizeof table);
    return 0;
}

int late = 30;
int counter = 1;
const char *title = "tentative";

static int step(void)
{
    return ++hidden;
}

int shared(int n)
{
    extern int table[3];
    return n ? table[2] + shared(n - 1) : 0;
}
