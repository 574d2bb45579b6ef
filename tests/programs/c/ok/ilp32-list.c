// expect: proved
// Pointers of four bytes inside of structures, unions and integers.
// arch: ilp32
// exit: 40
#include <stdint.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

union cell { struct node *pointer; uint32_t word; };

int main(void)
{
    struct node *list = 0;
    for (int i = 1; i <= 4; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return 1;
        n->value = i;
        n->next = list;
        list = n;
    }
    int sum = 0;
    while (list) {
        union cell cell = {list->next};
        uint32_t address = (uint32_t)list->next;
        if (cell.word != address || sizeof cell != 4 || sizeof *list != 8)
            return 2;
        sum += list->value;
        free(list);
        list = (struct node *)(uintptr_t)address;
    }
    return sum * (int)sizeof(long);
}
