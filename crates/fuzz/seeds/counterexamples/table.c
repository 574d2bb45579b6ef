void free(void *block);
struct pair { short key; long double weight; };
struct node { int data; struct node *next; struct pair pairs[2]; union { int i; float f; } u; unsigned bits : 5; };
struct node *head;
int table[4] = { 1, 2, 3, 4 };
int (*hook)(int);

/*@ ensures \result > 0; */
int sum(struct node *x, int *items, unsigned long n, double scale, int (*each)(int))
{
    int s = head ? head->data : table[n & 3];
    while (x) {
        s += x->data / x->bits + x->pairs[1].key + items[n % 2];
        if (x->u.f > scale)
            free(x->next);
        x = x->next;
    }
    return s + (each ? each(s) : 1);
}
