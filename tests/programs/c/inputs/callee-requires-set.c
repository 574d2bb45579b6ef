// open: what is required of all members of a set is not checked at calls
extern int __VERIFIER_nondet_int(void);

struct node { int value; struct node *next; };

/*@ requires all v: x.*next | v.value > 0; */
static int first(struct node *x) { return x ? x->value : 0; }

int main(void)
{
    struct node node = { __VERIFIER_nondet_int(), 0 };
    return first(&node); // expect: refuted precondition
}
