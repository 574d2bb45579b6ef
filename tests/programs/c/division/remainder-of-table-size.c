// A hash table is used after it was shrunk to no buckets.
// sanitizer: undefined
struct table { unsigned long buckets; unsigned long used; };

static unsigned long bucket_of(const struct table *t, unsigned long key)
{
    return key % t->buckets; // expect: refuted division
}

int main(void)
{
    struct table t = {16, 0};
    unsigned long sum = 0;
    for (unsigned long key = 1000; key < 1006; key++) {
        sum += bucket_of(&t, key);
        t.buckets /= 2;
    }
    return sum > 0 ? 0 : 1;
}
