// A mail relay that reads its settings from a file in the user's home. The name of the file is put together in a
// buffer of SIZE characters, as in getConfig of Aeon 0.02a.
#ifndef SIZE
#define SIZE 50
#endif
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LEN (SIZE + 16)
#define MAX_LINE 256
#define MAX_RELAYS 8

enum setting { NONE, RELAY, PORT, FROM, VERBOSE };

struct config {
    char file[MAX_LEN];
    char relays[MAX_RELAYS][64];
    int relay_count;
    char from[64];
    int port;
    int verbose;
};

static struct config settings;

static void die(const char *why)
{
    fprintf(stderr, "aeon: %s\n", why);
    exit(1);
}

static char *skip_blanks(char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    return text;
}

static void strip(char *text)
{
    size_t length = strlen(text);

    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
}

static enum setting setting_of(const char *key)
{
    if (strcmp(key, "relay") == 0)
        return RELAY;
    if (strcmp(key, "port") == 0)
        return PORT;
    if (strcmp(key, "from") == 0)
        return FROM;
    if (strcmp(key, "verbose") == 0)
        return VERBOSE;
    return NONE;
}

static void copy_value(char *to, size_t room, const char *from)
{
    size_t length = strlen(from);

    if (length >= room)
        length = room - 1;
    memcpy(to, from, length);
    to[length] = '\0';
}

static void set(enum setting which, const char *value)
{
    switch (which) {
    case RELAY:
        if (settings.relay_count < MAX_RELAYS)
            copy_value(settings.relays[settings.relay_count++], 64, value);
        break;
    case PORT:
        settings.port = atoi(value);
        if (settings.port <= 0 || settings.port > 65535)
            die("bad port");
        break;
    case FROM:
        copy_value(settings.from, sizeof settings.from, value);
        break;
    case VERBOSE:
        settings.verbose = strcmp(value, "yes") == 0;
        break;
    default:
        break;
    }
}

static void parse_line(char *line, int number)
{
    char *key = skip_blanks(line);
    char *value;

    strip(key);
    if (*key == '\0' || *key == '#')
        return;
    value = strchr(key, '=');
    if (value == NULL) {
        fprintf(stderr, "line %d: no value\n", number);
        return;
    }
    *value++ = '\0';
    strip(key);
    set(setting_of(key), skip_blanks(value));
}

static void getConfig(const char *name)
{
    char *home = getenv("HOME");

    if (home == NULL || *home != '/')
        die("no home");
    // repaired: if (strlen(home) + strlen(name) + 2 > sizeof settings.file) die("home too long");
    settings.verbose = 0;
    strcpy(settings.file, home);
    strcat(settings.file, "/");
    strcat(settings.file, name);
}

static int read_config(void)
{
    char line[MAX_LINE];
    int number = 0;
    FILE *file = fopen(settings.file, "r");

    if (file == NULL)
        return 0;
    while (fgets(line, sizeof line, file) != NULL)
        parse_line(line, ++number);
    fclose(file);
    return number;
}

static void show(void)
{
    int relay;

    for (relay = 0; relay < settings.relay_count; relay++)
        printf("relay %s\n", settings.relays[relay]);
    printf("port %d\n", settings.port);
    if (settings.from[0] != '\0')
        printf("from %s\n", settings.from);
}

int main(void)
{
    settings.port = 25;
    getConfig(".aeonrc");
    if (read_config() == 0)
        fprintf(stderr, "no settings in %s\n", settings.file);
    if (settings.verbose)
        show();
    return 0;
}
