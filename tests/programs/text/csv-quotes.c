// Fields in quotes: a quote at the very end of a line is followed by what is behind the line.
#include <stdio.h>
#include <string.h>

#define MOST_FIELDS 4
#define LONGEST 12

static char fields[MOST_FIELDS][LONGEST];

static int split(const char *line, size_t length)
{
    int count = 0;
    size_t at = 0;
    while (at < length && count < MOST_FIELDS) {
        size_t used = 0;
        if (line[at] == '"') {
            at++;
            while (at < length && line[at] != '"') {
                // repaired: if (used + 1 < LONGEST) fields[count][used++] = line[at];
                if (used < LONGEST) fields[count][used++] = line[at];
                at++;
            }
            at++;
        } else {
            while (at < length && line[at] != ',') {
                if (used + 1 < LONGEST) fields[count][used++] = line[at];
                at++;
            }
        }
        fields[count][used] = '\0'; // expect: refuted inner-bounds
        count++;
        if (at < length && line[at] == ',') at++;
    }
    return count;
}

int main(void)
{
    char line[80];
    if (fgets(line, sizeof line, stdin) == NULL) return 1;
    size_t length = strcspn(line, "\n");
    int count = split(line, length);
    for (int i = 0; i < count; i++) printf("[%s]", fields[i]);
    return 0;
}
