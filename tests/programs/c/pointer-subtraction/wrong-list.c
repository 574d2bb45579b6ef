// The index of an element is asked of the list that does not hold it.
// sanitizer: none -- needs -fsanitize=pointer-subtract
struct item { int key; char note[12]; };

static struct item stock[3] = {{1, "a"}, {2, "b"}, {3, "c"}}, sold[3] = {{4, "d"}};

static int index_in(const struct item *list, const struct item *item)
{
    return (int)(item - list); // expect: refuted pointer-subtraction
}

int main(void)
{
    const struct item *best = stock;
    for (int i = 0; i < 3; i++) {
        if (stock[i].key > best->key)
            best = &stock[i];
        if (sold[i].key > best->key)
            best = &sold[i];
    }
    return index_in(stock, &stock[2]) == 2 ? index_in(stock, best) != 0 : 1;
}
