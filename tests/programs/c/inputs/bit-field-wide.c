// gcc computes a bit-field that is wider than int in its own width: the upper bits are shifted out.
// fails-with: values 1048576
// sanitizer: assert
#include <assert.h>

unsigned long __VERIFIER_nondet_ulong(void);

struct packet { unsigned long stamp : 40; unsigned long flags : 24; };

int main(void)
{
    struct packet packet = {0};
    packet.stamp = __VERIFIER_nondet_ulong();
    unsigned long page = packet.stamp << 20;
    assert(page >> 20 == packet.stamp); // expect: refuted assert
    return 0;
}
