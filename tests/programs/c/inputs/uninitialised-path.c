// The discount is set for children and for pensioners, and for nobody else.
// entry: fare
// sanitizer: none -- valgrind sees it
// fails-with: call fare(30)
int fare(int age)
{
    int discount;
    if (age < 14)
        discount = 50;
    else if (age >= 65)
        discount = 30;
    if (discount > 40) // expect: refuted uninit
        return 10;
    return 20;
}
