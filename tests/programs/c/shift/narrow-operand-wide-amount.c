// expect: proved
// A char is promoted, so it may be shifted by more than its own width.
// exit: 3
int main(void)
{
    unsigned char flag = 1;
    unsigned short half = 0xffff;
    int steps = 0;
    for (int amount = 7; amount <= 24; amount += 8)
        if (flag << amount > 0)
            steps++;
    flag <<= 9;
    half >>= 20;
    return flag == 0 && half == 0 ? steps : 0;
}
