/*
 * A ring buffer of bytes: a producer and a consumer that run at different speeds.
 *
 *     concrex check examples/c/ring_buffer.c
 *
 * proves every access, every assertion and all arithmetic.
 */
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

#define CAPACITY 8

struct ring {
    unsigned char bytes[CAPACITY];
    unsigned head; /* the next byte to read */
    unsigned count;
};

static bool ring_put(struct ring *ring, unsigned char byte)
{
    if (ring->count == CAPACITY)
        return false;
    ring->bytes[(ring->head + ring->count) % CAPACITY] = byte;
    ring->count++;
    return true;
}

static bool ring_get(struct ring *ring, unsigned char *byte)
{
    if (ring->count == 0)
        return false;
    *byte = ring->bytes[ring->head];
    ring->head = (ring->head + 1) % CAPACITY;
    ring->count--;
    return true;
}

int main(void)
{
    static const char message[] = "sphinx of black quartz, judge my vow";
    struct ring ring = {.head = 0, .count = 0};
    char received[sizeof message];
    unsigned sent = 0, got = 0, refused = 0;

    for (unsigned tick = 0; got < sizeof message; tick++) {
        /* Three bytes come in bursts, one byte leaves at every tick. */
        for (unsigned burst = 0; burst < 3 && tick % 2 == 0; burst++) {
            if (sent == sizeof message)
                break;
            if (ring_put(&ring, (unsigned char)message[sent]))
                sent++;
            else
                refused++;
        }
        unsigned char byte;
        if (ring_get(&ring, &byte))
            received[got++] = (char)byte;
        assert(sent - got == ring.count);
        assert(ring.count <= CAPACITY && ring.head < CAPACITY);
    }

    for (unsigned i = 0; i < sizeof message; i++)
        assert(received[i] == message[i]);
    printf("%s (%u refused)\n", received, refused);
    return 0;
}
