// expect: proved
// A bit-field that is wider than int, in a type that holds the result of the shift.
#include <assert.h>

unsigned long __VERIFIER_nondet_ulong(void);

struct packet { unsigned long stamp : 40; unsigned long flags : 24; };

int main(void)
{
    struct packet packet = {0};
    packet.stamp = __VERIFIER_nondet_ulong();
    unsigned long page = (unsigned long)packet.stamp << 20;
    assert(page >> 20 == packet.stamp);
    assert(packet.stamp + 1 == ((packet.stamp + 1) & 0xffffffffff));
    return 0;
}
