// A pointer to a packed member forgets that the member is packed.
// sanitizer: undefined
struct __attribute__((packed)) entry { char kind; int value; };

static int doubled(const int *value)
{
    return 2 * *value; // expect: refuted misaligned
}

int main(void)
{
    static _Alignas(16) struct entry entries[2] = {{'a', 10}, {'b', 20}};
    int local = entries[0].value;
    int sum = doubled(&local);
    void *member = &entries[0].value;
    return sum + doubled(member);
}
