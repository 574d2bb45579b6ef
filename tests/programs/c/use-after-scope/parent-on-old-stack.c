// A node created inside of a helper is linked into a list that outlives it.
// sanitizer: none -- needs ASAN_OPTIONS=detect_stack_use_after_return=1
struct node { int value; struct node *next; };

static struct node *head;

static void push(int value)
{
    struct node fresh = {value, head};
    head = &fresh;
}

static int total(void)
{
    int sum = 0;
    for (struct node *n = head; n; n = n->next)
        sum += n->value; // expect: refuted use-after-scope
    return sum;
}

int main(void)
{
    struct node bottom = {1, 0};
    head = &bottom;
    if (total() != 1)
        return 1;
    push(2);
    return total() == 3 ? 0 : 1;
}
