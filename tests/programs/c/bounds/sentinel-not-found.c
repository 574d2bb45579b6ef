// A pointer walks over readings until a sentinel that is not there.
// sanitizer: address
static const short readings[] = {21, 22, 20, 19, 23};

static int count_until(const short *p, short sentinel)
{
    int count = 0;
    while (*p != sentinel) { // expect: refuted bounds
        p++;
        count++;
    }
    return count;
}

int main(void)
{
    int to_nineteen = count_until(readings, 19);
    return to_nineteen == 3 ? count_until(readings, -1) : 1;
}
