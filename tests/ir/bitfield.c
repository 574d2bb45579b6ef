/* Bit-fields, a union and a global with an initialiser. */
struct flags {
    unsigned ready : 1;
    int level : 5;
    unsigned long rest : 40;
};

union word {
    struct flags flags;
    unsigned char bytes[8];
};

static union word state = {.flags = {1, -3, 77}};

int main(void)
{
    state.flags.level += 2;
    return state.flags.ready + state.flags.level + state.bytes[1];
}
