// The error path forgets the table that was allocated before the check.
// sanitizer: leak
#include <stdlib.h>

static int *table;

static int median(const int *values, int count)
{
    table = malloc(count * sizeof *table); // expect: refuted leak
    for (int i = 0; i < count; i++) {
        if (values[i] < 0) {
            table = NULL;
            return -1;
        }
        int j = i;
        for (; j > 0 && table[j - 1] > values[i]; j--)
            table[j] = table[j - 1];
        table[j] = values[i];
    }
    int middle = table[count / 2];
    free(table);
    table = NULL;
    return middle;
}

int main(void)
{
    const int good[] = {5, 1, 4}, bad[] = {3, -1, 2};
    return median(good, 3) == 4 && median(bad, 3) == -1 ? 0 : 1;
}
