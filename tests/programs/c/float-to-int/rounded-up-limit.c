// The largest long long rounds up when it becomes a double.
// sanitizer: none -- needs -fsanitize=float-cast-overflow
#include <limits.h>

static long long through_double(long long value)
{
    double approximate = value;
    return (long long)approximate; // expect: refuted float-to-int
}

int main(void)
{
    long long kept = 0;
    for (long long v = 1; v < LLONG_MAX / 16; v *= 16)
        kept += through_double(v) == v;
    return through_double(LLONG_MAX) > 0 ? (int)kept : 0;
}
