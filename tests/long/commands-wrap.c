// Users are counted in a byte among other commands: after 256 of them nobody is there, and the mean has no divisor.
// open: not found in time by an unoptimised build
#ifndef SIZE
#define SIZE 50
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char users;
static long total;
static int is_locked;
static int room[SIZE];

static void execute(const char *line)
{
    if (strncmp(line, "add ", 4) == 0) {
        if (is_locked)
            return;
        // repaired: if (users == 255) return;
        if (total > 1000000) return;
        users++;
        total += atoi(line + 4) & 15;
    } else if (strcmp(line, "lock\n") == 0) {
        is_locked = 1;
    } else if (strcmp(line, "unlock\n") == 0) {
        is_locked = 0;
    } else if (strcmp(line, "mean\n") == 0) {
        if (total > 0)
            printf("%ld\n", total / users);
    } else if (strncmp(line, "room ", 5) == 0) {
        int number = atoi(line + 5);
        if (number >= 0 && number < SIZE)
            room[number] = users;
    }
}

int main(void)
{
    char line[32];
    while (fgets(line, sizeof line, stdin) != NULL)
        execute(line);
    return 0;
}
