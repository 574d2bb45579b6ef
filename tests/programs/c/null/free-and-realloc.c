// expect: proved
// free(NULL) does nothing and realloc(NULL, n) allocates.
#include <stdlib.h>

int main(void)
{
    int *numbers = NULL, count = 0, capacity = 0;
    free(numbers);
    for (int n = 1; n <= 20; n++) {
        if (count == capacity) {
            capacity = capacity ? 2 * capacity : 4;
            numbers = realloc(numbers, capacity * sizeof *numbers);
            if (!numbers)
                return 2;
        }
        numbers[count++] = n;
    }
    int last = numbers[count - 1];
    free(numbers);
    numbers = NULL;
    free(numbers);
    return last == 20 ? 0 : 1;
}
