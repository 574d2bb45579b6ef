// expect: proved
// The current account is used only if it is not the one that was just closed.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct account {
    int balance;
};

static struct account *accounts[3];

static void close_account(int i)
{
    free(accounts[i]);
    accounts[i] = NULL;
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        accounts[i] = calloc(1, sizeof **accounts);
        if (!accounts[i])
            exit(1);
    }
    int selected = __VERIFIER_nondet_int(), closed = __VERIFIER_nondet_int();
    if (selected < 0 || selected > 2 || closed < 0 || closed > 2)
        return 0;
    struct account *current = accounts[selected];
    close_account(closed);
    if (closed != selected)
        current->balance = 100;
    for (int i = 0; i < 3; i++)
        close_account(i);
    return 0;
}
