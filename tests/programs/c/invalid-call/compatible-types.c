// expect: proved
// Qualifiers of parameters, typedefs and array parameters do not change the type.
typedef int number;

static int first(const int index, int values[4]) { return values[index]; }
static number last(int index, int *values) { return values[3 - index]; }

int main(void)
{
    int values[4] = {2, 3, 5, 7};
    number (*pick[])(int, int[]) = {first, last, &first, *last};
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum = 10 * sum + (*pick[i])(i % 2, values);
    return sum == 2525 ? 0 : 1;
}
