// expect: proved
// &*p is p, sizeof *p does not look at p.
struct packet { int header; char body[12]; };

static struct packet *identity(struct packet *p)
{
    return &*p;
}

int main(void)
{
    struct packet one = {1, "hello"}, *queue[3] = {&one, 0, &one};
    int present = 0;
    unsigned size = 0;
    for (int i = 0; i < 3; i++) {
        struct packet *p = identity(queue[i]);
        size += sizeof *p + sizeof p->body;
        if (p == queue[i] && p)
            present += p->header;
    }
    return present == 2 && size == 84 ? 0 : 1;
}
