// A key is copied up to its `=`, however far that is.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct setting {
    char key[16];
    int value;
};

static int parse(const char *line, struct setting *setting)
{
    size_t length = 0;
    while (isalnum((unsigned char)line[length]) || line[length] == '_') length++;
    if (length == 0 || line[length] != '=') return -1;
    // repaired: if (length >= sizeof setting->key) return -1;
    if (length > sizeof setting->key) return -1;
    memcpy(setting->key, line, length);
    setting->key[length] = '\0'; // expect: refuted inner-bounds
    setting->value = line[length + 1] == '1';
    return 0;
}

int main(void)
{
    char line[64];
    struct setting setting;
    int ones = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (line[0] == '#') continue;
        if (parse(line, &setting) == 0) ones += setting.value;
    }
    return ones & 1;
}
