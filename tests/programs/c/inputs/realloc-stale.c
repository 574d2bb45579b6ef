// After growing the array, the old pointer into it is used.
// sanitizer: address
// fails-with: values 5
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int *numbers = malloc(2 * sizeof *numbers);
    if (!numbers)
        return 1;
    numbers[0] = numbers[1] = 1;
    int *first = numbers;
    int wanted = __VERIFIER_nondet_int();
    if (wanted > 2 && wanted <= 8) {
        int *grown = realloc(numbers, wanted * sizeof *numbers);
        if (!grown) {
            free(numbers);
            return 1;
        }
        numbers = grown;
    }
    *first = 7; // expect: refuted use-after-free
    free(numbers);
    return 0;
}
