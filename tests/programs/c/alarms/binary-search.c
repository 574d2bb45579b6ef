// The end of the range is one behind the table.
// time: 20s
// sanitizer: address
// fails-with: values 100
#include <stdio.h>

static const int table[] = { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37 };
#define COUNT (int)(sizeof table / sizeof table[0])

int __VERIFIER_nondet_int(void);

static int find(int wanted)
{
    int low = 0, high = COUNT;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (table[middle] == wanted) // expect: refuted bounds
            return middle;
        if (table[middle] < wanted)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

int main(void)
{
    int at = find(__VERIFIER_nondet_int());
    return at >= 0 ? table[at] : 0;
}
