// A restarter of an FTP server that collects the names of shutdown files from the server's settings in a table of SIZE
// entries, as newfile in ftprestart.c of wu-ftpd 2.6.2 does.
#ifndef SIZE
#define SIZE 50
#endif
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXFILES SIZE
#define MAXLINE 128
#define MAXPATH 64
#define MAXARGS 6

struct virtual_host {
    char address[32];
    char root[MAXPATH];
    int is_open;
};

static char *filelist[MAXFILES];
static int numfiles;
static struct virtual_host hosts[4];
static int host_count;
static int verbose;

static void fatal(const char *what)
{
    fprintf(stderr, "ftprestart: %s\n", what);
    exit(1);
}

static char *duplicate(const char *text)
{
    size_t length = strlen(text);
    char *copy = malloc(length + 1);

    if (copy == NULL)
        fatal("no memory");
    memcpy(copy, text, length + 1);
    return copy;
}

static int newfile(const char *path)
{
    // repaired: if (numfiles >= MAXFILES) return 0;
    if (path == NULL) return 0;
    filelist[numfiles++] = duplicate(path);
    return 1;
}

static int split(char *line, char *arguments[])
{
    int count = 0;
    char *at = line;

    while (count < MAXARGS) {
        while (*at == ' ' || *at == '\t')
            at++;
        if (*at == '\0' || *at == '#')
            break;
        arguments[count++] = at;
        while (*at != '\0' && *at != ' ' && *at != '\t')
            at++;
        if (*at == '\0')
            break;
        *at++ = '\0';
    }
    return count;
}

static struct virtual_host *host_of(const char *address)
{
    int i;

    for (i = 0; i < host_count; i++)
        if (strcmp(hosts[i].address, address) == 0)
            return &hosts[i];
    if (host_count == 4 || strlen(address) >= sizeof hosts[0].address)
        return NULL;
    strcpy(hosts[host_count].address, address);
    hosts[host_count].is_open = 1;
    return &hosts[host_count++];
}

static void virtual_line(int count, char *arguments[])
{
    struct virtual_host *host;

    if (count < 3)
        return;
    host = host_of(arguments[1]);
    if (host == NULL)
        return;
    if (strcmp(arguments[2], "root") == 0 && count > 3) {
        if (strlen(arguments[3]) < sizeof host->root)
            strcpy(host->root, arguments[3]);
    } else if (strcmp(arguments[2], "closed") == 0) {
        host->is_open = 0;
    }
}

static void directive(char *line)
{
    char *arguments[MAXARGS];
    int count = split(line, arguments);

    if (count == 0)
        return;
    if (strcmp(arguments[0], "shutdown") == 0) {
        if (count < 2 || arguments[1][0] != '/')
            fprintf(stderr, "bad shutdown\n");
        else
            newfile(arguments[1]);
    } else if (strcmp(arguments[0], "virtual") == 0) {
        virtual_line(count, arguments);
    } else if (strcmp(arguments[0], "verbose") == 0) {
        verbose = 1;
    } else if (strcmp(arguments[0], "end") == 0) {
        verbose = 0;
    }
}

static int read_line(char *line, int room)
{
    int c, length = 0;

    while ((c = getchar()) != EOF && c != '\n')
        if (length < room - 1)
            line[length++] = (char)c;
    line[length] = '\0';
    return length > 0 || c != EOF;
}

static void restart(void)
{
    int i;

    for (i = 0; i < numfiles && i < MAXFILES; i++) {
        if (verbose)
            printf("removing %s\n", filelist[i]);
        free(filelist[i]);
        filelist[i] = NULL;
    }
    numfiles = 0;
}

int main(void)
{
    char line[MAXLINE];

    while (read_line(line, sizeof line))
        directive(line);
    restart();
    return 0;
}
