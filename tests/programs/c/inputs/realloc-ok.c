// expect: proved
// A growing array keeps what was in it.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int *numbers = NULL, capacity = 0, first = 0;
    for (int length = 0; length < 3; length++) {
        if (length == capacity) {
            capacity = capacity ? 2 * capacity : 1;
            int *grown = realloc(numbers, capacity * sizeof *numbers);
            if (!grown) {
                free(numbers);
                return 1;
            }
            numbers = grown;
        }
        numbers[length] = __VERIFIER_nondet_int();
        if (length == 0)
            first = numbers[0];
    }
    assert(numbers[0] == first);
    free(numbers);
    return 0;
}
