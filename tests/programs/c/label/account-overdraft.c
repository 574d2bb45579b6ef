// The third withdrawal overdraws the account.
// property: label
// sanitizer: none -- a label is an ordinary place for gcc
// replay: cc -fsanitize=address
static int balance = 100;

static int withdraw(int amount)
{
    balance -= amount;
    return balance;
}

int main(void)
{
    static const int amounts[] = {30, 45, 50, 10};
    for (int i = 0; i < 4; i++)
        if (withdraw(amounts[i]) < 0)
            goto ERROR;
    return 0;
ERROR: // expect: refuted label
    return 1;
}
