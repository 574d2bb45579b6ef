// expect: proved
// sizeof, _Alignof, offsetof and padding under LP64.
// stdout: 1/1
// stdout: 8/8
// stdout: 8/8
// stdout: 32/8
// stdout: 48/8
// stdout: 8/4
// stdout: 32/16
// stdout: 4/4
// stdout: 12/4
// stdout: 4 16 16
// stdout: 44
// stdout: 80 20 8 20
// stdout: 4 5 0
// stdout: 16 4
#include <stddef.h>
#include <stdio.h>

struct padded { char a; int b; char c; double d; char e; };
struct nested { char tag; struct padded inner; short tail[3]; };
union either { char bytes[5]; int word; };
struct aligned { char c; _Alignas(16) char d; };
struct empty_tail { int n; char data[]; };

#define SHOW(type) printf("%zu/%zu\n", sizeof(type), _Alignof(type))

int main(void)
{
    SHOW(char);
    SHOW(long);
    SHOW(void *);
    SHOW(struct padded);
    SHOW(struct nested);
    SHOW(union either);
    SHOW(struct aligned);
    SHOW(struct empty_tail);
    SHOW(int[3]);
    printf("%zu %zu %zu\n", offsetof(struct padded, b), offsetof(struct padded, d),
           offsetof(struct nested, inner.c));
    printf("%zu\n", offsetof(struct nested, tail[2]));
    int grid[4][5], calls = 0;
    printf("%zu %zu %zu %zu\n", sizeof grid, sizeof grid[0], sizeof &grid, sizeof *&grid[1]);
    printf("%zu %zu %d\n", sizeof calls++, sizeof(char) + sizeof 'c', calls);
    printf("%zu %zu\n", sizeof(struct { char c; long long l; }), sizeof(enum { A, B }));
    return 0;
}
