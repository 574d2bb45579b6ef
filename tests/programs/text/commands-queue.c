// Commands for a queue: `resize` below what is in the queue leaves the end outside.
// open: found too late since repetitions are tried first
#include <stdio.h>
#include <string.h>

static int items[16];
static int used;
static int room = 4;

int main(void)
{
    char line[48];
    char name[16];
    int number;
    while (fgets(line, sizeof line, stdin) != NULL) {
        number = 0;
        if (sscanf(line, "%15s %d", name, &number) < 1) continue;
        if (strcmp(name, "put") == 0) {
            if (used >= room) return 1;
            items[used++] = number; // expect: refuted bounds
        } else if (strcmp(name, "take") == 0) {
            if (used > 0) used--;
        } else if (strcmp(name, "resize") == 0) {
            // repaired: if (number < used || number > 16) return 1;
            if (number < used || number > 17) return 1;
            room = number;
        } else if (strcmp(name, "quit") == 0) {
            break;
        } else {
            return 1;
        }
    }
    return 0;
}
