// expect: proved
// Searches stop at the match, before the end of a longer promise.
// exit: 3
#include <string.h>

int main(void)
{
    char letters[3] = {'x', 'y', 'z'};
    const char *key = "key", *value = strchr("key=value", '=') + 1;
    int found = 0;
    found += strncmp(key, "keyboard", 100) < 0;
    found += memchr(letters, 'y', sizeof letters) == letters + 1;
    found += strspn(value, "aeluv") == 5 && strcspn(value, "u") == 3;
    return found;
}
