// `#` of a pointer to records is how many there are, as of any other pointer.
// entry: total
// sanitizer: address
struct item {
    unsigned price;
    unsigned count;
};

/*@ requires items != null and n = #items; */
unsigned total(const struct item *items, unsigned n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i <= n && i < 4; i++)
        sum += items[i].price; // expect: refuted bounds
    return sum;
}
