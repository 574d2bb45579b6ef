// A little shell: `cat <<END` collects lines up to END into one text of SIZE characters; `set NAME VALUE` keeps
// variables; `$NAME` in a collected line is replaced by its value. The room is looked at before values are put in.
// open at 5000: not found in time on a loaded machine
#ifndef SIZE
#define SIZE 50
#endif
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VARIABLES 4
#define LINE 32

struct variable {
    char name[8];
    char value[24];
};

static struct variable variables[VARIABLES];
static int variable_count;
static char document[SIZE + LINE];
static size_t used;

static int read_line(char *to)
{
    size_t n;

    if (fgets(to, LINE, stdin) == NULL)
        return 0;
    n = strlen(to);
    if (n > 0 && to[n - 1] == '\n')
        to[n - 1] = '\0';
    return 1;
}

static void set(char *text)
{
    char *space = strchr(text, ' ');
    int i;

    if (space == NULL || space - text >= 8 || strlen(space + 1) >= 24)
        return;
    *space = '\0';
    for (i = 0; i < variable_count; i++)
        if (strcmp(variables[i].name, text) == 0)
            break;
    if (i == VARIABLES)
        return;
    if (i == variable_count)
        variable_count++;
    strcpy(variables[i].name, text);
    strcpy(variables[i].value, space + 1);
}

static const char *value_of(const char *name, size_t length)
{
    int i;

    for (i = 0; i < variable_count; i++)
        if (strlen(variables[i].name) == length && strncmp(variables[i].name, name, length) == 0)
            return variables[i].value;
    return "";
}

static int add_line(const char *text)
{
    if (used + strlen(text) + 1 >= sizeof document)
        return 0;
    while (*text != '\0') {
        if (*text == '$') {
            size_t length = 0;
            const char *value;
            text++;
            while (isalnum((unsigned char)text[length]))
                length++;
            value = value_of(text, length);
            text += length;
            // repaired: if (used + strlen(value) + strlen(text) + 1 >= sizeof document) return 0;
            if (strlen(value) >= sizeof document) return 0;
            while (*value != '\0')
                document[used++] = *value++;
        } else {
            document[used++] = *text++;
        }
    }
    document[used++] = '\n';
    return 1;
}

int main(void)
{
    char line[LINE];

    while (read_line(line)) {
        if (strncmp(line, "set ", 4) == 0) {
            set(line + 4);
        } else if (strcmp(line, "cat <<END") == 0) {
            used = 0;
            while (read_line(line) && strcmp(line, "END") != 0)
                if (!add_line(line))
                    break;
            fwrite(document, 1, used, stdout);
        } else if (strcmp(line, "exit") == 0) {
            break;
        }
    }
    return 0;
}
