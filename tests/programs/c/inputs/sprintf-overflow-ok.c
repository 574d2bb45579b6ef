// expect: proved
// The coordinates are narrow enough for the label.
#include <stdio.h>

signed char __VERIFIER_nondet_char(void);

int main(void)
{
    char label[12];
    int x = __VERIFIER_nondet_char();
    int y = __VERIFIER_nondet_char();
    sprintf(label, "(%d,%d)", x, y);
    return label[1] == '-';
}
