// arguments: --entry before_last
struct node {
    int data;
    struct node *next;
};

int before_last(struct node *list)
{
    if (!list)
        return 0;
    while (list->next->next)
        list = list->next;
    return list->data;
}
