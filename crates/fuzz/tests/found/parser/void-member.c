typedef unsigned long size_t;
typedef struct point { int x : 3, y : 29; union {  void  f; char c[4]; }; struct point *next; } point;
enum color { RED, GREEN = 5, BLUE = RED + 2 };
static const char *constturn s;
}
int main(int argc, char **argv)
{
    point p = { .x = 1, .f = 2.5f, .next = &(point){ .y = -1 } }, q = p;
    int (*table[2])(int, int) = { add, 0 };
    void *labels[] = { &&one, &&two };
    flag = !!argc;
    typeof(p.y) y = ({ int t = p.next->y; t; });
    switch (argc) { case 0: default: y++; break; case 1 ... 3: y--; }
    goto *labels[argc & 1];
one:
    for (int i = 0; i < 3; i++) { if (i == 2) continue; y ^= i << 2; }
two:
    do { y = y ? y - 1 : 0; } while (y > 0);
    __asm__ volatile("" : "+r"(y) : : "memory");
    p.c[1] = _Generic(y, int: 'i', default: 'd');
    q.next->x += table[0](1, 2) % (argc + 1);
    return variadic(2, 3, 4) + (int)wide + (int)ld + flag + __builtin_offsetof(point, next) + (int)sizeof(z) + names[0][1];
}
