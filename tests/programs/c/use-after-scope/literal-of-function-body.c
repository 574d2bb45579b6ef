// expect: proved
// Compound literals at function level and string literals live long enough.
// exit: 12
struct point { int x, y; };

static const char *greeting(int formal)
{
    return formal ? "good day" : "hi";
}

int main(void)
{
    struct point *p = &(struct point){3, 4};
    int *squares = (int[]){0, 1, 4, 9};
    const char *text;
    {
        text = greeting(1);
        p->x = squares[2];
    }
    return p->x + p->y + (text[5] == 'd' ? 4 : 0);
}
