// `*&e` and `(&e)->m` are `e` and `e.m`: the index is claimed.
extern int __VERIFIER_nondet_int(void);

struct point { int x, y; };
struct shape { int sides[3]; struct point corners[3]; int area; };

int main(void)
{
    struct shape shape = {0};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3)
        return 0;
    *&shape.sides[i] = 1; // expect: refuted inner-bounds
    (&shape.corners[i])->y = 1;
    return 0;
}
