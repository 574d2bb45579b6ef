// expect: bounded
// The last byte of the field is always the terminator.
#include <string.h>

int main(int argc, char **argv)
{
    char name[4];
    if (argc != 2)
        return 1;
    strncpy(name, argv[1], sizeof name - 1);
    name[sizeof name - 1] = '\0';
    return strlen(name) > 2;
}
