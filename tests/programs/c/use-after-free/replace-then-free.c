// expect: proved
// A block is replaced by its copy before it is freed, through two names.
#include <stdlib.h>
#include <string.h>

static void replace(char **owner, const char *text)
{
    char *fresh = malloc(strlen(text) + 1);
    strcpy(fresh, text);
    char *old = *owner;
    *owner = fresh;
    free(old);
}

int main(void)
{
    char *title = NULL;
    replace(&title, "draft");
    char *alias = title;
    int first = alias[0];
    replace(&title, title + 1);
    alias = title;
    int good = first == 'd' && strcmp(alias, "raft") == 0;
    free(title);
    return good ? 0 : 1;
}
