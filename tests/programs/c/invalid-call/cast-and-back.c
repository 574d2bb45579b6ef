// expect: proved
// A function pointer may be stored as another type and cast back before the call.
typedef void (*any_function)(void);

static int square(int n) { return n * n; }
static double half(double x) { return x / 2; }

int main(void)
{
    struct { char signature; any_function function; } table[] = {
        {'i', (any_function)square},
        {'d', (any_function)half},
    };
    double sum = 0;
    for (int i = 0; i < 2; i++)
        if (table[i].signature == 'i')
            sum += ((int (*)(int))table[i].function)(6);
        else
            sum += ((double (*)(double))table[i].function)(7.0);
    return sum == 39.5 ? 0 : 1;
}
