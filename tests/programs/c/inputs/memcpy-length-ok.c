// expect: proved
// The length in the packet is limited to what the buffer holds.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char packet[12], reply[8];
    int length = getchar();
    if (length < 0)
        return 1;
    if (length > (int)sizeof reply)
        length = sizeof reply;
    memset(packet, 'x', sizeof packet);
    memcpy(reply, packet, length);
    return length > 0 && reply[0] != 'x';
}
