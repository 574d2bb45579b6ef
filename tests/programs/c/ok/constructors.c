// expect: proved
// Functions that run before main and after it, by priority and then in order.
// stdout: early 1
// stdout: middle 2
// stdout: first 3
// stdout: both 4
// stdout: declared 5
// stdout: main 6
// stdout: registered 7
// stdout: both 8
// stdout: plain 9
// stdout: middle 10
// stdout: last 11
// exit: 3
#include <stdio.h>
#include <stdlib.h>

static int steps;

static void step(const char *name)
{
    printf("%s %d\n", name, ++steps);
}

void declared(void) __attribute__((constructor));

static void registered(void) { step("registered"); }

__attribute__((constructor)) static void first(void)
{
    step("first");
    atexit(registered);
}

__attribute__((constructor(300), destructor(300))) static void middle(void) { step("middle"); }
static void __attribute__((__constructor__(200))) early(void) { step("early"); }
__attribute__((destructor(200))) static void last(void) { step("last"); }
__attribute__((destructor)) void plain(void) { step("plain"); }
__attribute__((constructor, destructor)) void both(void) { step("both"); }
void declared(void) { step("declared"); }

int main(void)
{
    step("main");
    return 3;
}
