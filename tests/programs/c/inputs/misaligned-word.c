// A word is read from any byte of the packet.
// sanitizer: undefined
// fails-with: values 1
unsigned __VERIFIER_nondet_uint(void);

static _Alignas(4) unsigned char packet[16];

int main(void)
{
    unsigned at = __VERIFIER_nondet_uint();
    if (at > 12)
        return 1;
    return *(unsigned *)(packet + at) != 0; // expect: refuted misaligned
}
