// A callback that takes a double is called with an int.
// sanitizer: none -- gcc does not check the type of a called function
typedef int callback(int);

static int twice(int value) { return 2 * value; }
static int rounded(double value) { return (int)(value + 0.5); }

int main(void)
{
    callback *steps[] = {twice, twice, (callback *)rounded};
    int value = 3;
    for (int i = 0; i < 3; i++)
        value = steps[i](value); // expect: refuted invalid-call
    return value == 12 ? 0 : 1;
}
