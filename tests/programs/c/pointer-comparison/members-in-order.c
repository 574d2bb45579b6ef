// expect: proved
// Members of one structure and elements of one matrix have an order.
struct record { char tag; int count; double weight; };

int main(void)
{
    struct record r = {'r', 1, 2.0}, *p = &r;
    int matrix[3][3];
    int ordered = (char *)&p->tag < (char *)&p->count;
    ordered += (void *)&p->count < (void *)&p->weight;
    ordered += &matrix[0][2] < &matrix[1][0];
    ordered += (void *)&matrix[2] < (void *)(matrix + 3);
    ordered += (char *)&r <= &r.tag;
    return ordered == 5 ? 0 : 1;
}
