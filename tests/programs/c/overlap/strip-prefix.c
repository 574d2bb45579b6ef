// Removing a prefix with strcpy moves the text onto itself.
// sanitizer: address
#include <string.h>

static void strip(char *path, const char *prefix)
{
    size_t length = strlen(prefix);
    if (strncmp(path, prefix, length) == 0)
        strcpy(path, path + length); // expect: refuted overlap
}

int main(void)
{
    char path[32] = "./src/main.c";
    strip(path, "../");
    strip(path, "./");
    return strcmp(path, "src/main.c") == 0 ? 0 : 1;
}
