// The label fits for small coordinates; two long negative ones need more room.
// sanitizer: address
// fails-with: values -1000000 -100000
#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    char label[16];
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    sprintf(label, "(%d,%d)", x, y); // expect: refuted bounds
    return label[1] == '-';
}
