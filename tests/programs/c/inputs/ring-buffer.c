// The write position of a ring buffer wraps one slot too late; only a push after a pop shows it.
// sanitizer: undefined
// fails-with: values 1 5 1 6 1 7 0 1 8 0
#include <stdbool.h>

int __VERIFIER_nondet_int(void);
bool __VERIFIER_nondet_bool(void);

#define SIZE 3

static int slots[SIZE];
static unsigned head, tail, count;

static void push(int value)
{
    if (count == SIZE)
        return;
    slots[tail] = value; // expect: refuted bounds
    tail++;
    if (tail > SIZE)
        tail = 0;
    count++;
}

static int pop(void)
{
    if (count == 0)
        return 0;
    int value = slots[head];
    head = (head + 1) % SIZE;
    count--;
    return value;
}

int main(void)
{
    int last = 0;
    for (int step = 0; step < 6; step++) {
        if (__VERIFIER_nondet_bool())
            push(__VERIFIER_nondet_int());
        else
            last = pop();
    }
    return last == 42;
}
