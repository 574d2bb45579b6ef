// The three-argument handler is called through a two-argument type.
// sanitizer: none -- gcc does not check the type of a called function
typedef int (*binary)(int, int);

static int add(int a, int b) { return a + b; }
static int clamp(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static int fold(binary operation, const int *values, int count)
{
    int result = values[0];
    for (int i = 1; i < count; i++)
        result = operation(result, values[i]); // expect: refuted invalid-call
    return result;
}

int main(void)
{
    const int values[] = {4, 8, 15};
    return fold(add, values, 3) == 27 ? fold((binary)clamp, values, 3) : 1;
}
