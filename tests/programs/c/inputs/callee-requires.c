// What is required of numbers, fields and globals is claimed at the call.
// fails-with: values 10
// sanitizer: none -- nothing but the contract is broken
// replay: cc -fsanitize=address
extern int __VERIFIER_nondet_int(void);

struct point { int x; struct point *next; };
static int limit = 10;

/*@ requires p != null and p.x > 0;
    requires p.next = null or p.next.x != p.x;
    requires n < limit; */
static int get(struct point *p, int n)
{
    return p->x + (n > 0);
}

int main(void)
{
    struct point point = { 1, 0 };
    int n = __VERIFIER_nondet_int();
    get(&point, 9);
    return get(&point, n); // expect: refuted precondition
}
