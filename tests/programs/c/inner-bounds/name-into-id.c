// Filling a name to its last byte and one more, into the neighbouring member.
// sanitizer: undefined
struct badge {
    char name[8];
    int id;
};

int main(void)
{
    struct badge badge = {"", 77};
    const char *given = "Ferdinand";
    int i = 0;
    while (given[i]) {
        badge.name[i] = given[i]; // expect: refuted inner-bounds
        i++;
    }
    return badge.id == 77 ? 0 : 1;
}
