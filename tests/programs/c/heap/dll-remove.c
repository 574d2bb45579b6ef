// expect: proved
// open: where the time is short; `--engine shape` proves it
// time: 5s
// entry: remove_node
struct node { struct node *next, *prev; int data; };

/*@ pred list(l) = all v: l.*next | v not in v.^next and (v.next = null or v.next.prev = v);
    requires x != null and list(x) and p = x.next and p != null;
    ensures list(x);
    ensures x.*next = old(x.*next) - p; */
void remove_node(struct node *x, struct node *p)
{
    // mutant postcondition: p->prev->next = 0;
    // mutant postcondition: p->prev->next = p;
    p->prev->next = p->next;
    // mutant null: p->next->prev = p->prev;
    if (p->next)
        // mutant postcondition: p->next->prev = x->next;
        // mutant postcondition: p->next->prev = p;
        p->next->prev = p->prev;
}
