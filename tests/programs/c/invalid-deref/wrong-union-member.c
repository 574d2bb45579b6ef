// A variant holding a number is read as if it held a string.
// sanitizer: address
struct variant {
    enum { NUMBER, TEXT } tag;
    union { unsigned long number; const char *text; } as;
};

static int first_char(const struct variant *v)
{
    return *v->as.text; // expect: refuted invalid-deref
}

int main(void)
{
    struct variant row[3];
    row[0].tag = TEXT, row[0].as.text = "name";
    row[1].tag = TEXT, row[1].as.text = "age";
    row[2].tag = NUMBER, row[2].as.number = 4711;
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += first_char(&row[i]);
    return sum == 'n' + 'a' ? 0 : 1;
}
