typedef unsigned long size_t;
typedef struct point { int x : 3, y : 29; union { float f; char c[4]; }; struct point *next; } point;
enum color { RED, GREEN = 5, BLUE = RED + 2 };
static const char *const names[] = { [0] = "red", [GREEN] = "green" "ish", [2 ... 3] = L"x" ? "\x41\101\n" : 0 };
extern int printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Static_assert(sizeof(int) == 4, "int");
static inline int add(int a, int b) { return a + b; }
int vla(int n, int m[n][n]) { int a[n]; a[n - 1] = m[0][n - 1]; return sizeof a / sizeof *a; }
int variadic(int n, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, n);
    int s = 0;
    while (n--)
        s += __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return s;
}
int main(int argc, char **argv)
{
    point p = { .x = 1, .f = 2.5f, .next = &(point){ .y = -1 } }, q = p;
    int (*table[2])(int, int) = { add, 0 };
    void *labels[] = { &&one, &&two };
    __int128 wide = (__int128)1 << 100;
    long double ld = 1.5L;
    _Complex double z = 1.0;
    _Bool flag = !!argc;
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
