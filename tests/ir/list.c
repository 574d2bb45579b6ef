/* Memory: loads and stores with the fields they are, each access checked. */
struct node {
    int value;
    struct node *next;
};

static int last(const struct node *list)
{
    while (list->next)
        list = list->next;
    return list->value;
}

int main(void)
{
    struct node b = {2, 0}, a = {1, &b};
    return last(&a);
}
