// expect: proved
// open: where the time is short; `--engine shape` proves it
// time: 20s
// entry: insert
struct node { struct node *next, *prev; int data; };

/*@ pred list(l) = all v: l.*next | v not in v.^next and (v.next = null or v.next.prev = v);
    requires list(x) and p in x.*next and p != null;
    requires e != null and e not in x.*next and e.next = null and e.prev = null;
    ensures list(x);
    ensures x.*next = old(x.*next) + e; */
void insert(struct node *x, struct node *p, struct node *e)
{
    // mutant postcondition: e->next = 0;
    e->next = p->next;
    // mutant postcondition: e->prev = x;
    e->prev = p;
    // mutant null: p->next->prev = e;
    if (p->next)
        // mutant postcondition: p->next->prev = p;
        p->next->prev = e;
    // mutant postcondition: p->next = e->next;
    p->next = e;
}
