// Adding brightness to pixels without saturating: 250 + 10 wraps to 4.
// sanitizer: assert
extern void __VERIFIER_assert(int condition);

static unsigned char brighten(unsigned char pixel, unsigned char amount)
{
    return pixel + amount;
}

int main(void)
{
    unsigned char image[] = {0, 17, 128, 245, 250};
    for (unsigned i = 0; i < sizeof image; i++) {
        unsigned char brighter = brighten(image[i], 10);
        __VERIFIER_assert(brighter >= image[i]); // expect: refuted assert
        image[i] = brighter;
    }
    return 0;
}
