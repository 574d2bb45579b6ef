// expect: proved
// Here the whole ends with the array: memory was asked for that is longer than declared.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct header { int length; char data[1]; };
struct packet { int checksum; struct header header; };

int main(void)
{
    struct packet *packet = malloc(sizeof *packet + 8);
    int position = __VERIFIER_nondet_int();
    if (position >= 0 && position < 8)
        packet->header.data[position] = 1;
    free(packet);
    return 0;
}
