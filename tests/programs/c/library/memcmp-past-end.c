// A signature is compared over more bytes than the file holds.
// sanitizer: address
#include <string.h>

static const unsigned char magic[8] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10};
static unsigned char large[8] = {0x89, 'P', 'N', 'X'}, tiny[3] = {0x89, 'P', 'N'};

static int is_png(const unsigned char *file)
{
    return memcmp(file, magic, sizeof magic) == 0; // expect: refuted bounds
}

int main(void)
{
    return is_png(magic) && !is_png(large) ? is_png(tiny) : 1;
}
