// A driver writes to a device register at a fixed address where no device is mapped.
// sanitizer: address
#include <stdint.h>

struct uart { volatile uint32_t data, status; };

#define UART ((struct uart *)0x40001000)

static int sent;

static void transmit(struct uart *port, const char *text)
{
    while (*text) {
        port->data = (uint32_t)*text++; // expect: refuted invalid-deref
        sent++;
    }
}

int main(void)
{
    struct uart simulated = {0, 0};
    transmit(&simulated, "ready");
    transmit(UART, "go");
    return sent;
}
