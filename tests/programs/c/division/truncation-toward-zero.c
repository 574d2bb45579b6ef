// expect: proved
// Zero divided, negative operands and a tiny fraction are all fine.
int main(void)
{
    int zero = 0;
    double tiny = 1e-300;
    int nearly = (int)(tiny > 0);
    return zero / 5 == 0 && zero % -5 == 0 && -7 / 2 == -3 && -7 % 2 == -1 && 7 % -2 == 1
        && 10 / nearly == 10 && (char)256 + 1 == 1 / nearly ? 0 : 1;
}
