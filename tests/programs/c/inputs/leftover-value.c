// A variable that was never written holds the one value that goes wrong.
// property: overflow
// sanitizer: undefined
int main(void)
{
    int limit, *place = 0;
    if (limit < 2147483000 || place != 0)
        return 0;
    return limit + 600 > 0; // expect: refuted overflow
}
