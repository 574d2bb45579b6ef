struct pair { short key; unsigned char small; long double weight; };
struct node { int data; struct node *next, *prev; struct { struct node *left, *right; }; int items[4]; struct pair pair; double d; _Bool flag; unsigned bits : 5; };
struct table { struct node *first; int size; struct node **buckets; struct pair pairs[3]; };
struct node *head;
int counter;
int grid[3][3];
unsigned long long big;

struct node *f(struct node *x, struct node *y, int n, unsigned u, int *a, struct table *t, double d, void *p, __int128 w, int (*g)(int), char c)
{
    return x ? x : y ? y : head;
}

int main(void)
{
    return f(head, 0, counter, 0, grid[0], 0, 0.5, 0, big, 0, 'c') != 0;
}
