// expect: proved
// entry: total
// The same, up to the last.
struct item {
    unsigned price;
    unsigned count;
};

/*@ requires items != null and n = #items; */
unsigned total(const struct item *items, unsigned n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n && i < 4; i++)
        sum += items[i].price;
    return sum;
}
