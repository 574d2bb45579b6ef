// expect: proved
// qsort and bsearch with comparators over structures and strings.
// stdout: Bern Rome
// stdout: Aarhus Bern Graz Oslo Rome
// stdout: 292 1
// stdout: ,apple,fig,figs,pear
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct city { const char *name; int people; };

static int by_people(const void *a, const void *b)
{
    const struct city *x = a, *y = b;
    return (x->people > y->people) - (x->people < y->people);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct city *)a)->name, ((const struct city *)b)->name);
}

static int text_order(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int main(void)
{
    struct city cities[] = {{"Oslo", 709}, {"Bern", 134}, {"Rome", 2800}, {"Graz", 292}, {"Aarhus", 285}};
    size_t count = sizeof cities / sizeof cities[0];
    qsort(cities, count, sizeof cities[0], by_people);
    printf("%s %s\n", cities[0].name, cities[count - 1].name);
    qsort(cities, count, sizeof cities[0], by_name);
    for (size_t i = 0; i < count; i++)
        printf("%s%c", cities[i].name, i + 1 < count ? ' ' : '\n');
    struct city key = {"Graz", 0}, *found = bsearch(&key, cities, count, sizeof key, by_name);
    key.name = "Paris";
    printf("%d %d\n", found ? found->people : -1, bsearch(&key, cities, count, sizeof key, by_name) == NULL);
    const char *words[] = {"pear", "fig", "apple", "figs", ""};
    qsort(words, 5, sizeof *words, text_order);
    printf("%s,%s,%s,%s,%s\n", words[0], words[1], words[2], words[3], words[4]);
    return 0;
}
