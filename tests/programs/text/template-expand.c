// A text with `${name}` in it: what a name stands for may be longer than the room that is left.
#include <stdio.h>
#include <string.h>

static char out[40];

static const char *value_of(const char *name, size_t length)
{
    if (length == 4 && memcmp(name, "user", 4) == 0) return "somebody else";
    if (length == 4 && memcmp(name, "host", 4) == 0) return "here";
    return NULL;
}

int main(void)
{
    char line[64];
    size_t used = 0;
    if (fgets(line, sizeof line, stdin) == NULL) return 1;
    for (const char *at = line; *at != '\0' && *at != '\n';) {
        const char *end;
        if (at[0] == '$' && at[1] == '{' && (end = strchr(at, '}')) != NULL) {
            const char *value = value_of(at + 2, (size_t)(end - at - 2));
            if (value == NULL) return 1;
            // repaired: if (used + strlen(value) >= sizeof out) return 1;
            if (used >= sizeof out) return 1;
            strcpy(out + used, value); // expect: refuted bounds
            used += strlen(value);
            at = end + 1;
        } else {
            if (used + 1 >= sizeof out) return 1;
            out[used++] = *at++;
        }
    }
    out[used] = '\0';
    puts(out);
    return 0;
}
