// Without a header, assert is a function that nobody declares.
// sanitizer: assert
int main(void)
{
    int x = 3;
    assert(x == 3);
    assert(x != 3); // expect: refuted assert
    return 0;
}
