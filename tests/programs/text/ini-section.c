// A file of settings: `retries` is checked, but not in the section that says how many there are.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int delays[5];

static int apply(const char *section, const char *key, int value)
{
    if (strcmp(section, "network") == 0 && strcmp(key, "retries") == 0) {
        if (value < 0 || value > 5) return -1;
        // repaired: for (int i = 0; i < value; i++) {
        for (int i = 0; i <= value; i++) {
            delays[i] = 100 * i; // expect: refuted bounds
        }
    }
    return 0;
}

int main(void)
{
    char line[64];
    char section[32] = "";
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '[') {
            char *end = strchr(line, ']');
            if (end == NULL) return 1;
            *end = '\0';
            if (strlen(line + 1) >= sizeof section) return 1;
            strcpy(section, line + 1);
            continue;
        }
        char *equals = strchr(line, '=');
        if (equals == NULL) continue;
        *equals = '\0';
        if (apply(section, line, atoi(equals + 1)) != 0) return 1;
    }
    return delays[0];
}
