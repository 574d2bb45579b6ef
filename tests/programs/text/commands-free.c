// Named texts: deleting one that is the current one leaves a pointer to it.
// open: too rarely chosen by what is covered
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct note {
    char name[8];
    int length;
};

static struct note *notes[4];
static struct note *current;

static int find(const char *name)
{
    for (int i = 0; i < 4; i++)
        if (notes[i] != NULL && strcmp(notes[i]->name, name) == 0) return i;
    return -1;
}

static void forget(int i)
{
    // repaired: if (current == notes[i]) current = NULL;
    if (i > 3) current = NULL;
    free(notes[i]);
    notes[i] = NULL;
}

int main(void)
{
    char line[48], command[8], name[8];
    int status = 0;
    while (status == 0 && fgets(line, sizeof line, stdin) != NULL) {
        int words = sscanf(line, "%7s %7s", command, name);
        if (words == 2 && strcmp(command, "new") == 0) {
            int i = 0;
            while (i < 4 && notes[i] != NULL) i++;
            if (i == 4 || find(name) >= 0) { status = 1; break; }
            notes[i] = malloc(sizeof **notes);
            if (notes[i] == NULL) { status = 1; break; }
            strcpy(notes[i]->name, name);
            notes[i]->length = (int)strlen(line);
        } else if (words == 2 && strcmp(command, "open") == 0) {
            int i = find(name);
            if (i >= 0) current = notes[i];
        } else if (words == 2 && strcmp(command, "delete") == 0) {
            int i = find(name);
            if (i >= 0) forget(i);
        } else if (words >= 1 && strcmp(command, "show") == 0) {
            if (current != NULL) printf("%d\n", current->length); // expect: refuted use-after-free
        } else {
            status = 1;
        }
    }
    for (int i = 0; i < 4; i++) free(notes[i]);
    return status;
}
