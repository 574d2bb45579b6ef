// Two unsigned shorts multiply as signed ints.
// sanitizer: undefined
static unsigned area(unsigned short width, unsigned short height)
{
    return width * height; // expect: refuted overflow
}

int main(void)
{
    unsigned short side = 1;
    unsigned total = 0;
    while (side < 60000) {
        total += area(side, side);
        side = (unsigned short)(side * 3);
    }
    return total > 0 ? 0 : 1;
}
