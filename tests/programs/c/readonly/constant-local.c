// A constant local is changed through a pointer that forgot its qualifier.
// sanitizer: none -- the object lies on the writable stack
struct limits { int low, high; };

static void widen(struct limits *l, int by)
{
    l->low -= by; // expect: refuted readonly
    l->high += by;
}

int main(void)
{
    struct limits adjustable = {0, 10};
    const struct limits fixed = {20, 30};
    widen(&adjustable, 5);
    widen((struct limits *)&fixed, 5);
    return adjustable.low == -5 ? 0 : 1;
}
