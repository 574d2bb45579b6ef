// An interrupt vector holds a number where a handler should be.
// sanitizer: none -- the run crashes, but the report names no line of the program
#include <stdint.h>

static int served;

static void serve(void) { served++; }

int main(void)
{
    uintptr_t vectors[4] = {(uintptr_t)serve, (uintptr_t)serve, 0x1000, (uintptr_t)serve};
    for (int i = 0; i < 4; i++) {
        void (*handler)(void) = (void (*)(void))vectors[i];
        handler(); // expect: refuted invalid-call
    }
    return served;
}
