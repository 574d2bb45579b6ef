// An argument that is missing in a call of a function with an identifier list.
// sanitizer: none -- the register happens to hold something
static int twice(number)
    int number;
{
    return number > 0 ? 2 * number : 0;
}

int main(void)
{
    return twice() == 1; // expect: refuted uninit
}
