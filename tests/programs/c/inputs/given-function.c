// One of the functions that the caller may give has a result that is out of range.
// entry: apply
// sanitizer: undefined
// fails-with: call apply(&(struct table){high}, 4)
static const int limits[4] = {8, 4, 2, 1};

struct table {
    int (*hash)(unsigned);
};

int low(unsigned key)
{
    return key & 1;
}

int high(unsigned key)
{
    return key % 5;
}

int apply(const struct table *table, unsigned key)
{
    if (!table || !table->hash)
        return 0;
    return limits[table->hash(key)]; // expect: refuted bounds
}
