// A path is put together from the environment, as in Aeon's getConfig.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
static char *getConfig(void) {
    static char path[SIZE+16]; char *home = getenv("HOME");
    if (home == NULL) return NULL;
    strcpy(path, home);
    strcat(path, "/.aeonrc");
    return path;
}
int main(void) {
    char *path = getConfig(); char line[SIZE]; int c, i = 0; FILE *f;
    if (!path) return 1;
    f = fopen(path, "r");
    if (!f) return 1;
    while ((c = fgetc(f)) != EOF && i < SIZE-1) line[i++] = c;
    line[i] = 0;
    fclose(f);
    return 0;
}
