// expect: proved
// entry: clamp
// Clamping keeps a value inside of its limits and leaves values inside alone.
#include <assert.h>

int clamp(int value, int low, int high)
{
    if (low > high)
        return value;
    int result = value < low ? low : value > high ? high : value;
    assert(low <= result && result <= high);
    assert(result == value || value < low || value > high);
    return result;
}
