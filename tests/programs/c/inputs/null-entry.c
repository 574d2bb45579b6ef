// entry: first_positive
// The list may be empty.
// sanitizer: undefined
// fails-with: call first_positive(0)
struct node {
    int value;
    struct node *next;
};

int first_positive(const struct node *list)
{
    while (list->value <= 0) // expect: refuted null
        list = list->next;
    return list->value;
}
