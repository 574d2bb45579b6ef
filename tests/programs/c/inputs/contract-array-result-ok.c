// expect: proved
// entry: pair
// The elements of allocated memory that a contract speaks of, at an index that is not known.
#include <stdlib.h>

/*@ requires 0 <= i < 2;
    ensures \result = null or #\result = 2;
    ensures \result = null or \result[i] <= 2; */
int *pair(int i)
{
    int *made = malloc(2 * sizeof *made);
    if (made) {
        made[0] = 1;
        made[1] = 2;
    }
    return made;
}
