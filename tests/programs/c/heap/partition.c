// expect: proved
// open: no engine proves it of lists of any length yet
// time: 5s
// entry: partition
struct node { struct node *n; int data; };

/*@ pred acyclic(l) = no v: l.*n | v in v.^n;
    requires acyclic(x);
    ensures \result.*n + x.*n in old(x.*n);
    ensures all v: \result.*n | v.data < key; */
struct node *partition(struct node *x, int key)
{
    struct node *small = 0, *prev = 0, *curr = x, *next;
    while (curr) {
        // mutant null: next = curr->n->n;
        next = curr->n;
        // mutant postcondition: if (curr->data <= key) {
        if (curr->data < key) {
            // mutant null: prev->n = next;
            if (prev)
                prev->n = next;
            // mutant postcondition: curr->n = next;
            curr->n = small;
            small = curr;
        } else {
            prev = curr;
        }
        curr = next;
    }
    // mutant postcondition: return prev;
    return small;
}
