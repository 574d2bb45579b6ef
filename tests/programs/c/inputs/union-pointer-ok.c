// expect: proved
// entry: length
// A union that is used as a pointer holds one.
struct value { int kind; union { long number; struct value *next; } as; };

int length(struct value *v)
{
    if (v && v->kind == 2 && v->as.number && v->as.next)
        return v->as.next->kind & 1;
    return 0;
}
