// The length in the packet is believed without a look at the buffer.
// sanitizer: address
// fails-with: stdin "\x0aabcdefghijkl"
#include <stdio.h>
#include <string.h>

int main(void)
{
    char packet[12], reply[8];
    int length = getchar();
    if (length < 0 || length > 12)
        return 1;
    memset(packet, 'x', sizeof packet);
    memcpy(reply, packet, length); // expect: refuted bounds
    return length > 0 && reply[0] != 'x';
}
