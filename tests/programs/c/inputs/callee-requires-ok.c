// expect: proved
extern int __VERIFIER_nondet_int(void);

struct point { int x; struct point *next; };
static int limit = 10;

/*@ requires p != null and p.x > 0;
    requires p.next = null or p.next.x != p.x;
    requires n < limit and (n < 0 => n + 1 > 1 - limit) and n in -100..limit; */
static int get(struct point *p, int n)
{
    return p->x + (n > 0);
}

int main(void)
{
    struct point last = { 2, 0 }, point = { 1, &last };
    int n = __VERIFIER_nondet_int();
    if (n > -5 && n < 10)
        return get(&point, n);
    return 0;
}
