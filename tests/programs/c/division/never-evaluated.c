// expect: proved
// The division stands in unevaluated operands and in a branch not taken.
int main(void)
{
    int zero = 0, count = 3;
    unsigned size = sizeof(count / zero);
    __typeof__(count % zero) other = 5;
    int chosen = zero ? count / zero : other;
    for (int i = 0; i < zero; i++)
        chosen = i % zero;
    switch (count) {
    case 3: chosen++; break;
    case 4: chosen /= zero;
    }
    return size == sizeof(int) && chosen == 6 ? 0 : 1;
}
