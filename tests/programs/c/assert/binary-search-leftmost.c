// A binary search that finds some occurrence where the first was promised.
// sanitizer: assert
#include <assert.h>

static int search(const int *sorted, int count, int key)
{
    int low = 0, high = count - 1;
    while (low <= high) {
        int middle = low + (high - low) / 2;
        if (sorted[middle] == key)
            return middle;
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}

int main(void)
{
    const int readings[] = {1, 3, 3, 3, 3, 8, 9};
    assert(search(readings, 7, 4) == -1);
    assert(search(readings, 7, 8) == 5);
    int first = search(readings, 7, 3);
    // expect-next: refuted assert
    assert(first == 0 || readings[first - 1] != 3);
    return 0;
}
