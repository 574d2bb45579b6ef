// An array of one element may be longer than declared at the end of an object, but this one is
// followed by `checksum`.
extern int __VERIFIER_nondet_int(void);

struct header { int length; char data[1]; };
struct packet { struct header header; int checksum; };

static void put(struct packet *packet, int position)
{
    packet->header.data[position] = 1; // expect: refuted inner-bounds
}

int main(void)
{
    struct packet packet = {{0, {0}}, 7};
    int position = __VERIFIER_nondet_int();
    if (position < 0 || position > 1)
        return 0;
    put(&packet, position);
    return 0;
}
