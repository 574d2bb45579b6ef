// An array of structures is laid over bytes with the wrong stride.
// sanitizer: undefined
#include <stddef.h>

struct sample { short left, right; };

static union { long long align; unsigned char bytes[16]; } file;

static int left(size_t index, size_t stride)
{
    const struct sample *s = (const void *)(file.bytes + index * stride);
    return s->left; // expect: refuted misaligned
}

int main(void)
{
    for (int i = 0; i < 16; i++)
        file.bytes[i] = (unsigned char)i;
    int sum = 0;
    for (size_t i = 0; i < 3; i++)
        sum += left(i, sizeof(struct sample));
    return sum + left(1, 3);
}
