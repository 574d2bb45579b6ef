// A handler of signals runs although the program ends there.
// sanitizer: undefined
#include <signal.h>
#include <stdlib.h>

static int shares;

static void handle(int signal)
{
    exit(signal / shares); // expect: refuted division
}

int main(void)
{
    signal(SIGABRT, handle);
    abort();
}
