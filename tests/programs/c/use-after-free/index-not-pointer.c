// expect: proved
// Positions survive a growing vector where pointers would not.
#include <stdlib.h>

int main(void)
{
    size_t capacity = 2, count = 0, best = 0;
    int *heights = malloc(capacity * sizeof *heights);
    for (int i = 0; i < 12; i++) {
        if (count == capacity) {
            capacity *= 2;
            heights = realloc(heights, capacity * sizeof *heights);
        }
        heights[count++] = i * (9 - i);
        if (heights[count - 1] > heights[best])
            best = count - 1;
    }
    int highest = heights[best];
    free(heights);
    return best == 4 && highest == 20 ? 0 : 1;
}
