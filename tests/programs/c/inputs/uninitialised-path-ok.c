// expect: proved
// entry: fare
// The discount is set on every path that uses it.
int fare(int age)
{
    int discount;
    if (age < 14)
        discount = 50;
    else if (age >= 65)
        discount = 30;
    else
        return 25;
    return discount > 40 ? 10 : 20;
}
