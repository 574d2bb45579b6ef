// A lookup in a linked list of settings fails and its result is used anyway.
// sanitizer: undefined
#include <string.h>

struct setting {
    const char *name;
    int value;
    struct setting *next;
};

static struct setting *find(struct setting *list, const char *name)
{
    while (list && strcmp(list->name, name) != 0)
        list = list->next;
    return list;
}

int main(void)
{
    struct setting depth = {"depth", 3, 0};
    struct setting width = {"width", 80, &depth};
    struct setting *found = find(&width, "depth");
    if (found->value != 3)
        return 1;
    found = find(&width, "height");
    return found->value; // expect: refuted null
}
