// A function with an identifier list is called all the same when an argument is missing.
// sanitizer: assert
#include <assert.h>

static int calls;

static void note(text)
{
    calls++;
}

static int count()
{
    return calls;
}

int main(void)
{
    note();
    assert(count(1, 2) == 0); // expect: refuted assert
    return 0;
}
