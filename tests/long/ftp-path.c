// The commands of an FTP session. The directory of the session is kept as a path of SIZE characters that each CWD makes longer, as
// in wu-ftpd's mapping_chdir.
#ifndef SIZE
#define SIZE 50
#endif
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAXPATH (SIZE + 8)
#define LINE 64
#define FULL (MAXPATH + LINE)

enum state { NEED_USER, NEED_PASSWORD, READY };

struct session {
    enum state state;
    char user[32];
    char path[MAXPATH];
    int failures;
    int commands;
    char type;
};

static struct session session;

static void reply(int code, const char *text)
{
    printf("%d %s\r\n", code, text);
}

static int read_command(char *line, int room)
{
    int c, length = 0;

    while ((c = getchar()) != EOF && c != '\n') {
        if (c == '\r')
            continue;
        if (length < room - 1)
            line[length++] = (char)c;
    }
    line[length] = '\0';
    return c != EOF;
}

static void upper(char *text)
{
    for (; *text != '\0' && *text != ' '; text++)
        *text = (char)toupper((unsigned char)*text);
}

static char *argument_of(char *line)
{
    while (*line != '\0' && *line != ' ')
        line++;
    while (*line == ' ')
        *line++ = '\0';
    return line;
}

static void up(void)
{
    char *slash = strrchr(session.path, '/');

    if (slash == session.path)
        session.path[1] = '\0';
    else if (slash != NULL)
        *slash = '\0';
}

static void down(const char *name)
{
    size_t used = strlen(session.path);

    // repaired: if (used + strlen(name) + 2 > sizeof session.path) { reply(550, "too long"); return; }
    if (used == 0) return;
    if (session.path[used - 1] != '/')
        session.path[used++] = '/';
    strcpy(session.path + used, name);
}

static void change_directory(char *name)
{
    char *next;

    if (*name == '/') {
        strcpy(session.path, "/");
        while (*name == '/')
            name++;
    }
    for (; *name != '\0'; name = next) {
        next = strchr(name, '/');
        if (next == NULL)
            next = name + strlen(name);
        else
            *next++ = '\0';
        if (strcmp(name, "..") == 0)
            up();
        else if (*name != '\0' && strcmp(name, ".") != 0)
            down(name);
    }
    reply(250, session.path);
}

static void log_in(const char *command, const char *argument)
{
    if (strcmp(command, "USER") == 0) {
        if (strlen(argument) >= sizeof session.user) {
            reply(501, "name too long");
            return;
        }
        strcpy(session.user, argument);
        session.state = NEED_PASSWORD;
        reply(331, "password?");
    } else if (strcmp(command, "PASS") == 0 && session.state == NEED_PASSWORD) {
        if (strcmp(session.user, "ftp") == 0) {
            session.state = READY;
            strcpy(session.path, "/");
            reply(230, "welcome");
        } else if (++session.failures > 3) {
            reply(421, "bye");
            exit(0);
        } else {
            session.state = NEED_USER;
            reply(530, "no");
        }
    } else {
        reply(530, "log in first");
    }
}

static void list(const char *name)
{
    char full[FULL];

    strcpy(full, session.path);
    if (strlen(full) + strlen(name) + 2 <= sizeof full) {
        strcat(full, "/");
        strcat(full, name);
    }
    reply(150, full);
}

static int execute(char *line)
{
    char *argument = argument_of(line);

    upper(line);
    session.commands++;
    if (session.commands == 1000000)
        return 0;
    if (strcmp(line, "QUIT") == 0) {
        reply(221, "bye");
        return 0;
    }
    if (session.state != READY)
        log_in(line, argument);
    else if (strcmp(line, "CWD") == 0)
        change_directory(argument);
    else if (strcmp(line, "CDUP") == 0)
        up();
    else if (strcmp(line, "PWD") == 0)
        reply(257, session.path);
    else if (strcmp(line, "LIST") == 0)
        list(argument);
    else if (strcmp(line, "TYPE") == 0)
        session.type = *argument;
    else if (strcmp(line, "NOOP") == 0)
        reply(200, "ok");
    else
        reply(500, "what?");
    return 1;
}

int main(void)
{
    char line[LINE];

    session.state = NEED_USER;
    reply(220, "ready");
    while (read_command(line, sizeof line))
        if (!execute(line))
            break;
    return 0;
}
