// arguments:
int main(void)
{
    int n = 1;
    __asm__ volatile("incl %0" : "+r"(n));
    return 10 / n;
}
