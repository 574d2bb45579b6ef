/* A tight loop over integers. */
int main(void)
{
    int s = 0;
    for (int i = 0; i < 3000000; i++)
        s += i * 3 % 7 - 3;
    return s & 1;
}
