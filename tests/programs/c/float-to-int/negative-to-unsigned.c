// A temperature below minus one has no unsigned value.
// sanitizer: none -- needs -fsanitize=float-cast-overflow
static unsigned whole(double celsius)
{
    return (unsigned)celsius; // expect: refuted float-to-int
}

int main(void)
{
    const double week[] = {4.5, 1.25, 0.0, -0.75, -3.5};
    unsigned sum = 0;
    for (int day = 0; day < 5; day++)
        sum += whole(week[day]);
    return sum == 5 ? 0 : 1;
}
