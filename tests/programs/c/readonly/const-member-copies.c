// expect: proved
// Constants are copied, initialised at run time and pointed at, never written.
// exit: 6
struct item { const int id; int stock; };

static int take(struct item *item)
{
    item->stock--;
    return item->id;
}

int main(void)
{
    int next = 1, sum = 0;
    for (int i = 0; i < 3; i++) {
        const int id = next++;
        struct item item = {id, 2};
        sum += take(&item);
        if (item.stock != 1)
            return 0;
    }
    const int *pointer = &sum;
    sum += 0;
    return *pointer;
}
