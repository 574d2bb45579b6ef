// entry: mark
// sanitizer: undefined
// fails-with: call mark(rows, 8)
struct row {
    int used;
    unsigned char seats[8];
};

int mark(struct row *rows, unsigned seat)
{
    if (!rows || seat > 8)
        return -1;
    rows->seats[seat] = 1; // expect: refuted inner-bounds
    return rows->used;
}
