// A structure is copied by value and both copies are destroyed.
// sanitizer: address
#include <stdlib.h>

struct matrix { int rows, columns; double *cells; };

static struct matrix create(int rows, int columns)
{
    struct matrix m = {rows, columns, calloc(rows * columns, sizeof(double))};
    return m;
}

static void destroy(struct matrix m)
{
    free(m.cells); // expect: refuted double-free
}

int main(void)
{
    struct matrix a = create(2, 3), b = create(1, 1);
    a.cells[5] = 1.5;
    destroy(b);
    b = a;
    destroy(a);
    destroy(b);
    return 0;
}
