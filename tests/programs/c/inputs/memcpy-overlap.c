// Moving the text to the left by less than its length copies between overlapping ranges.
// sanitizer: address
// fails-with: values 3
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    char line[16] = "0123456789";
    int skip = __VERIFIER_nondet_int();
    if (skip < 1 || skip > 9)
        return 0;
    memcpy(line, line + skip, strlen(line + skip) + 1); // expect: refuted overlap
    return line[0] == '9';
}
