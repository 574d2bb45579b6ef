// A compound literal lives as long as the block that it stands in.
// sanitizer: address
struct range { int low, high; };

static int width(const struct range *r)
{
    return r->high - r->low; // expect: refuted use-after-scope
}

int main(void)
{
    const struct range *chosen = &(struct range){0, 1};
    int total = width(chosen);
    for (int i = 0; i < 3; i++) {
        if (i == 1) {
            chosen = &(struct range){10, 10 + i};
            total += width(chosen);
        }
    }
    return total + width(chosen);
}
