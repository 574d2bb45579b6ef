// expect: proved
// time: 20s
#include <stdio.h>
#include <string.h>

struct item {
    char name[16];
    int amount;
};

static struct item items[8];
static int count;

int main(void)
{
    char command[8], name[16];
    int amount;
    while (scanf("%7s %15s %d", command, name, &amount) == 3) {
        if (strcmp(command, "add") == 0 && count < 8) {
            items[count].amount = amount;
            strcpy(items[count++].name, name);
        }
        printf("%d %s\n", count, name);
    }
    return 0;
}
