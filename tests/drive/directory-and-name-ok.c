// A directory and a name make a path, as in wu-ftpd.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
static char newfile[SIZE]; 
static void mkpath(const char *dir, const char *name) {
    size_t used = strlen(dir);
    if (used + strlen(name) + 2 > SIZE) return;
    strcpy(newfile, dir);
    if (used > 0 && dir[used-1] != '/') strcat(newfile, "/");
    strcat(newfile, name);
}
int main(void) {
    static char dir[SIZE], name[SIZE]; int c, i = 0;
    while ((c = getchar()) != '\n' && c != EOF) if (i < SIZE-1) dir[i++] = c;
    dir[i] = 0; i = 0;
    if (dir[0] != '/') return 1;
    while ((c = getchar()) != '\n' && c != EOF) { if (c == '/') return 2; if (i < SIZE-1) name[i++] = c; }
    name[i] = 0;
    mkpath(dir, name);
    printf("%s\n", newfile);
    return 0;
}
