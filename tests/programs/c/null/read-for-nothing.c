// What is read is not used, so that compilers leave the read out.
// sanitizer: none -- gcc does not read it
// replay: cc -fsanitize=address,undefined
struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node last = {2, 0}, first = {1, &last};
    struct node *node = &first;
    while (node) node = node->next;
    node->value; // expect: refuted null
    return 0;
}
