// A negative length passes the check and becomes a huge one.
// sanitizer: address
// fails-with: values -1
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    char row[16];
    int length = __VERIFIER_nondet_int();
    if (length > 16)
        return 1;
    memset(row, '-', length); // expect: refuted bounds
    return length > 0 && row[0] != '-';
}
