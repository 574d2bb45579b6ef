// Appending a string to itself overwrites its own terminator.
// sanitizer: address
#include <string.h>

static void repeat(char *word, int times)
{
    while (--times > 0)
        strcat(word, word); // expect: refuted overlap
}

int main(void)
{
    char dash[32] = "--", wave[64] = "~";
    repeat(dash, 1);
    repeat(wave, 3);
    return strlen(wave) == 4 && strlen(dash) == 2 ? 0 : 1;
}
