// It grows one element too late.
// time: 20s
// open: the fault needs five numbers by `scanf`
// sanitizer: address
// fails-with: stdin "1 2 3 4 5"
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    size_t room = 4, used = 0;
    int *numbers = malloc(room * sizeof *numbers);
    if (!numbers)
        return 2;
    int number;
    while (used < 100000 && scanf("%d", &number) == 1) {
        if (used > room) {
            int *larger = realloc(numbers, 2 * room * sizeof *numbers);
            if (!larger)
                break;
            numbers = larger;
            room *= 2;
        }
        numbers[used++] = number; // expect: refuted bounds
    }
    printf("%zu\n", used);
    free(numbers);
    return 0;
}
